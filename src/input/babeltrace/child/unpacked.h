/* A folder of the child's own, with the files of a trace that came in an archive: the library needs
 * files. */
#ifndef INPUT_BABELTRACE_CHILD_UNPACKED_H
#define INPUT_BABELTRACE_CHILD_UNPACKED_H

#include "base/buf.h"

/* Owns the folder and the open file. */
struct unpacked {
    char path[4096]; /* "": not made yet */
    struct buf
        made; /* paths below it in the order in which they were made, each with a NUL behind */
    size_t n_made;
    int file;          /* that is written; -1: none */
    char refused[400]; /* what is wrong with the archive; "": errno says what went wrong */
};

void unpacked_init(struct unpacked *u);

/* Makes an empty file below the folder, which is made with the first, in TMPDIR or /tmp, for this
 * user alone. False, with `refused` or errno, where the path is not names separated by '/', and
 * where more than MEMBERS_MOST files and folders were made; files are never replaced. */
bool unpacked_file(struct unpacked *u, struct str path);

/* Appends to the last file; false with errno. */
bool unpacked_bytes(struct unpacked *u, struct str bytes);

/* Removes all of it. */
void unpacked_remove(struct unpacked *u);

#endif
