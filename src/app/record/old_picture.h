/* Keeps the previous picture of a default name, under that name with .old behind it. */
#ifndef APP_RECORD_OLD_PICTURE_H
#define APP_RECORD_OLD_PICTURE_H

#include <stdbool.h>

/* Renames a picture in the working folder to NAME.old, as perf does with its recording; whether it
 * did. What is no file, is empty or is a link stays: a link is replaced, not what it leads to. */
bool old_picture_keep(const char *name);

/* Renames it back, where no other has taken its place. */
void old_picture_restore(const char *name);

#endif
