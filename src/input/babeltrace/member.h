/* The names of an archive's files that are a trace. */
#ifndef INPUT_BABELTRACE_MEMBER_H
#define INPUT_BABELTRACE_MEMBER_H

#include "base/str.h"

enum { MEMBER_MOST = 1000, MEMBER_LEVELS_MOST = 32 };

/* Whether a path is short and of names separated by single '/', without a NUL, "." or "..": a file
 * of that path below a folder is in the folder. */
bool member_is_safe(struct str path);

/* Finds the part of a path that is below a folder lttngTrace. False where it has none, or is a
 * folder. */
bool member_of_trace(struct str path, struct str *below);

/* Whether a file is the description of a trace, which each has one of. */
bool member_is_metadata(struct str path);

#endif
