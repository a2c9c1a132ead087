/* Runs large libraries in child programs, because they may crash when memory runs out, cannot be
 * interrupted, and take long to load. */
#ifndef BASE_PROCESS_CHILD_PROCESS_H
#define BASE_PROCESS_CHILD_PROCESS_H

#include "base/fault.h"
#include "base/sink.h"

/* A program of this installation, and its arguments. */
struct child {
    const char *program;
    const char *task;
    unsigned seconds; /* the most processor time it may take; 0: no limit */
    bool bare; /* its environment has TMPDIR alone, so that nothing else changes what it does */
};

/* A child that was started. `from` is what it writes; who takes it sets it to -1. */
struct child_running {
    const char *program; /* borrowed */
    int to, from, words;
    int pid;
};

/* Whether a program of this installation is there; else a FAULT_SYSTEM says where it should be. */
MUST_CHECK bool child_is_there(const char *program, struct fault *f);

/* Starts the child, sends it the commands and copies its output to `to`. If the child rejects its
 * input or arguments, it is a FAULT_INPUT or FAULT_USAGE with the child's message; if it cannot be
 * started or fails, a FAULT_SYSTEM. A child that takes too long is ended, and *late is set without
 * a fault. In that case, or on a fault, part of the output may have been written. */
MUST_CHECK bool child_run(const struct child *child, struct str commands, struct sink *to,
                          bool *late, struct fault *f);

/* The same step by step. A child that was started is sent its commands, in one part or in several;
 * child_sent says that these were all. child_wait ends it, with the faults of child_run: what it
 * writes and nobody reads makes it fail, so read to the end first. */
MUST_CHECK bool child_start(struct child_running *c, const struct child *child, struct fault *f);

/* Ends a child whose output is not wanted any more: it is told so by SIGTERM, and by the ends of
 * its pipes. child_wait follows. */
void child_stop(struct child_running *c);

/* False when the child does not read any more: child_wait will say why. */
bool child_send(const struct child_running *c, struct str bytes);
void child_sent(const struct child_running *c);
MUST_CHECK bool child_wait(struct child_running *c, bool *late, struct fault *f);

#endif
