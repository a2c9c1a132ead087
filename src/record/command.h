/* The program that is recorded, started by us. */
#ifndef RECORD_COMMAND_H
#define RECORD_COMMAND_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/fault.h"
#include "base/process/user.h"

struct command {
    pid_t pid;             /* 0: none */
    const char *name;      /* borrowed */
    const struct user *as; /* borrowed: whom it runs as; NULL: us */
    int go;                /* the child waits for a byte; -1: closed */
    int error;             /* the child sends errno if it cannot start the program; -1: closed */
    uint64_t begun_ns;     /* when the program was started, by CLOCK_MONOTONIC */
    int status;            /* of waitpid, once it has ended, and: */
    uint64_t ended_ns;     /* when that was seen */
    uint64_t cpu_ns;       /* on processors, with all its children that it waited for */
    uint64_t user_ns;      /* of this, not in the kernel */
    bool ended;
};

enum { COSTS_MOST = 16 };

/* What a command took from its start to its end. */
struct command_cost {
    bool ended;     /* or else all is 0 but the events */
    bool by_signal; /* it was ended */
    uint64_t wall_ns;
    uint64_t cpu_ns;             /* on processors, with all its children that it waited for */
    uint64_t events[COSTS_MOST]; /* how many there were of each event that was recorded */
    size_t n_events;             /* 0: not known, as those of others were counted as well */
};

/* Open files for a program; -1: ours. Signals that it holds back. */
struct command_files {
    int in, out, errors;
    const sigset_t *blocked; /* NULL: those that we hold back */
};

/* How a program runs. Borrows both. */
struct command_setting {
    const struct command_files *files; /* NULL: ours */
    const struct user *as;             /* whom it runs as; NULL: us */
};

/* Makes the child that will become the program `arguments`, which ends with a NULL, and waits. */
MUST_CHECK bool command_prepare(struct command *c, char *const *arguments,
                                const struct command_setting *setting, struct fault *f);

/* Starts the program; returns when it runs. False with a fault when it cannot be started; *status
 * is then what a shell returns: 127 when it is not there, 126 when it is no program. */
MUST_CHECK bool command_start(struct command *c, int *status, struct fault *f);

/* Ends a child that was not started. */
void command_give_up(struct command *c);

/* Notes whether it has ended; waits for that if asked to. */
void command_wait(struct command *c, bool block);

/* Sets what the command took, but for the events. */
void command_tell_cost(const struct command *c, struct command_cost *cost);

/* What a shell returns for how it ended. */
int command_exit_status(const struct command *c);

#endif
