/* A command whose exit status is asked for again and again: --when-command. */
#ifndef RECORD_TRAP_POLLED_COMMAND_H
#define RECORD_TRAP_POLLED_COMMAND_H

#include <signal.h>
#include <sys/types.h>

#include "base/process/user.h"
#include "record/trap/trap.h"

/* It is ended when it takes longer. */
enum { POLLED_COMMAND_MOST_S = 10 };

/* Zeroed but for the first three: not asked yet. */
struct polled_command {
    const char *text;      /* borrowed: for /bin/sh -c */
    const struct user *as; /* borrowed: whom it runs as; NULL: us */
    sigset_t blocked;      /* signals that it holds back */
    pid_t pid;             /* of its shell, which leads a group of processes; 0: none runs */
    uint64_t begun_ns;
    uint32_t too_long; /* how often it was ended */
};

/* Starts it, or looks how it has ended: TRUTH_YES: with 0. TRUTH_UNKNOWN: it runs. A fault, and
 * TRUTH_UNKNOWN, if it cannot be run. */
MUST_CHECK enum truth polled_command_look(struct polled_command *c, uint64_t now_ns,
                                          struct fault *f);

/* Ends it if it runs. */
void polled_command_end(struct polled_command *c);

#endif
