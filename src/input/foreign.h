/* Files of other tools that no reader reads: what they are, so that nobody is shown their lines as
 * samples. */
#ifndef INPUT_FOREIGN_H
#define INPUT_FOREIGN_H

#include "base/str.h"

/* Returns what the file is and what is wanted instead, as behind "is "; NULL: it may be a profile.
 * *text: it is text, otherwise bytes. */
const char *foreign_find(struct str prefix, bool *text);

#endif
