/* Runtimes whose functions have names, or callers, only if they were asked for that at their
 * start. */
#ifndef RECORD_CODE_RUNTIME_H
#define RECORD_CODE_RUNTIME_H

#include "base/str.h"

struct runtime {
    const char *name;  /* "node" */
    const char *wants; /* "--perf-basic-prof" */
    const char *lack;  /* "its JavaScript functions will have no names" */
};

/* Returns the runtime that a program is if it lacks what it wants; NULL: it lacks nothing, or is
 * none. program: its name or path. words, environment: its command line and its variables, each
 * ended by a NUL, as below /proc. */
const struct runtime *runtime_that_lacks(struct str program, struct str words,
                                         struct str environment);

#endif
