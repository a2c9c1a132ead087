/* Opening of files that an input names, or that lie where others may put them. */
#ifndef SYMBOL_OPEN_H
#define SYMBOL_OPEN_H

#include <stdbool.h>

#include <sys/stat.h>

#include "base/buf.h"

/* Opens a regular file for reading, without waiting, as others would make us for a FIFO; returns -1
 * when there is none. A link is followed only where links may stand. */
int open_regular(const char *path, bool links, struct stat *status);

/* Makes it the path of up to three parts, each put behind a '/', with a NUL at its end. */
const char *open_path(struct buf *to, const char *folder, const char *below, const char *name);

#endif
