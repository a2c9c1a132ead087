/* Finds the traces (CTF) in a folder, as LTTng leaves them: folders with a file "metadata". */
#ifndef INPUT_BABELTRACE_TRACE_FOLDERS_H
#define INPUT_BABELTRACE_TRACE_FOLDERS_H

#include "base/buf.h"
#include "base/fault.h"

/* Owns the paths. */
struct trace_folders {
    struct buf paths; /* of the folders, in the order of their names, each with a NUL behind it */
    size_t n;
    uint64_t bytes; /* of their files */
};

/* Finds all traces at or below a folder, however deep; links are not followed. A fault if there is
 * none, if there are too many folders, if one of their files is a link or no regular file, or if
 * what describes a trace is so large that it cannot be. Free them in any case. */
MUST_CHECK bool trace_folders_find(struct trace_folders *t, const char *folder, struct fault *f);
void trace_folders_free(struct trace_folders *t);

/* How many traces the folder `below` of a folder holds; 0 where there is none, or it is a link. */
size_t trace_folders_count(const char *folder, const char *below);

/* Whether a folder holds a trace, and is no other folder with a trace deep inside, as that of a
 * program's sources: among files of something else a trace lies directly. */
bool trace_folders_any(const char *folder);

#endif
