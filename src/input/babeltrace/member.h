/* The names of an archive's files that are a trace. */
#ifndef INPUT_BABELTRACE_MEMBER_H
#define INPUT_BABELTRACE_MEMBER_H

#include "base/str.h"

/* Of one path, its bytes and its names; of an archive, the files and folders that are unpacked:
 * what was made is known by its path until it is removed. */
enum { MEMBER_MOST = 1000, MEMBER_LEVELS_MOST = 32, MEMBERS_MOST = 10000 };

/* The most bytes of what describes a trace. That of a whole system has one megabyte; it is read
 * into memory, and the library's time for one grows faster than a long comment in it. */
#define METADATA_MOST (UINT64_C(4) << 20)

/* Whether a path is short and of names separated by single '/', without a NUL, "." or "..": a file
 * of that path below a folder is in the folder. */
bool member_is_safe(struct str path);

/* Finds the part of a path that is below a folder lttngTrace. False where it has none, or is a
 * folder. */
bool member_of_trace(struct str path, struct str *below);

/* Whether a file is the description of a trace, which each has one of. */
bool member_is_metadata(struct str path);

#endif
