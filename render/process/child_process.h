/* The programs in which large libraries work, because these may crash when memory runs out, cannot
 * be interrupted, and take long to load. */
#ifndef RENDER_PROCESS_CHILD_PROCESS_H
#define RENDER_PROCESS_CHILD_PROCESS_H

#include "base/fault.h"
#include "base/sink.h"

/* A program of this installation, and what it is told. */
struct child {
    const char *program;
    const char *task;
    unsigned seconds; /* of processor time that it may take; 0: any number */
};

/* Starts the child, hands it the commands and copies what it makes to `to`. A program that refuses
 * what it is given or how it was asked is a FAULT_INPUT or a FAULT_USAGE in its own words, one that
 * cannot be started or fails a FAULT_SYSTEM; one that takes too long is ended, *late is set, and
 * there is no fault; then and on a fault part of the output may have been written. */
MUST_CHECK bool child_run(const struct child *child, struct str commands, struct sink *to,
                          bool *late, struct fault *f);

#endif
