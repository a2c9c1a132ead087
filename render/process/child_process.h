/* Runs large libraries in child programs, because they may crash when memory runs out, cannot be
 * interrupted, and take long to load. */
#ifndef RENDER_PROCESS_CHILD_PROCESS_H
#define RENDER_PROCESS_CHILD_PROCESS_H

#include "base/fault.h"
#include "base/sink.h"

/* A program of this installation, and its arguments. */
struct child {
    const char *program;
    const char *task;
    unsigned seconds; /* the most processor time it may take; 0: no limit */
};

/* Starts the child, sends it the commands and copies its output to `to`. If the child rejects its
 * input or arguments, it is a FAULT_INPUT or FAULT_USAGE with the child's message; if it cannot be
 * started or fails, a FAULT_SYSTEM. A child that takes too long is ended, and *late is set without
 * a fault. In that case, or on a fault, part of the output may have been written. */
MUST_CHECK bool child_run(const struct child *child, struct str commands, struct sink *to,
                          bool *late, struct fault *f);

#endif
