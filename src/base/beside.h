/* Opens files in folders that others may write to, such as that of a recording: others may have put
 * there a file of theirs, or a link to one that only this user may read. */
#ifndef BASE_BESIDE_H
#define BASE_BESIDE_H

#include "base/folder.h"

/* Opens a file in a folder where others can write, such as /tmp, for reading without blocking. It
 * must be regular, this user's or root's, no link, and in no other folder as well. Returns -1 with
 * errno on failure; EPERM: one that is there was refused. */
int beside_open_own(const char *path);

/* The same for what lies beside another file, in its folder or in one `below` it ("": none). If
 * nobody but this user and root can write to these, it may be anybody's, and a link. */
int beside_open(const char *folder, const char *below, const char *name);

/* The same for the folder and the name that a path has. */
int beside_open_path(const char *path);

/* The same at a path that a recording names. In a folder to which nobody but its owner can write it
 * may be anybody's, and a link: a user decides what his own process says of itself. In another it
 * must be that owner's, or as above, as must each folder and link on the way. */
int beside_open_named(const char *path);

/* The same at a path below the folder, out of which nothing leads. */
int beside_open_in(const struct folder *folder, const char *path);

/* The same, wherever it lies there: this user's or root's, no link, and in no other folder. */
int beside_open_own_in(const struct folder *folder, const char *path);

/* What is said of a file that was refused, right after its path: why, and what helps. */
const char *beside_refusal(void);

#endif
