/* A folder of the child's own, with the files of a trace that came in an archive: the library needs
 * files. */
#ifndef INPUT_BABELTRACE_CHILD_UNPACKED_H
#define INPUT_BABELTRACE_CHILD_UNPACKED_H

#include "base/buf.h"

/* Owns the folder and the open file. */
struct unpacked {
    char path[4096]; /* "": not made yet */
    int folder;      /* it, open; -1: not made yet */
    struct buf
        made; /* paths below it in the order in which they were made, each with a NUL behind */
    size_t n_made;
    int file;        /* that is written; -1: none */
    int status;      /* of what failed: CHILD_REFUSED is the archive's fault */
    char words[600]; /* what failed; "": nothing yet */
};

void unpacked_init(struct unpacked *u);

/* Makes an empty file below the folder, which is made with the first, in TMPDIR or /tmp, for this
 * user alone. False, with words and their status, where the path is not names separated by '/' or
 * cannot be beside others, where more than MEMBERS_MOST files and folders were made, and where this
 * system does not let it; files are never replaced. */
bool unpacked_file(struct unpacked *u, struct str path);

/* Appends to the last file; false as above. */
bool unpacked_bytes(struct unpacked *u, struct str bytes);

/* Removes all of it. */
void unpacked_remove(struct unpacked *u);

#endif
