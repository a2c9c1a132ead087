/* Files without a name: whatever ends the program, nothing is left of them. */
#ifndef BASE_NAMELESS_H
#define BASE_NAMELESS_H

#include <stdbool.h>

/* Creates one in a folder, given by a descriptor for the *at functions, that only the user may
 * read. Returns a descriptor to read and write, or -1 with errno. Where the file system has no
 * O_TMPFILE, the file has a name for a moment, in which signals wait. */
int nameless_create(int folder);

/* Gives a whole file the name, in the folder; replaces: in place of a file that is there, which
 * else is a failure (EEXIST). Where it cannot be linked it is copied, and *fd is the copy. False
 * with errno; then *fd is as it was, and nothing has the name. */
bool nameless_keep(int *fd, int folder, const char *name, bool replaces);

#endif
