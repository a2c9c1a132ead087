/* The program that is recorded, started by us. */
#ifndef RECORD_COMMAND_H
#define RECORD_COMMAND_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/fault.h"

struct command {
    pid_t pid;         /* 0: none */
    const char *name;  /* borrowed */
    int go;            /* the child waits for a byte; -1: closed */
    int error;         /* the child sends errno if it cannot start the program; -1: closed */
    uint64_t begun_ns; /* when the program was started, by CLOCK_MONOTONIC */
    int status;        /* of waitpid, once it has ended, and: */
    uint64_t ended_ns; /* when that was seen */
    uint64_t cpu_ns;   /* on processors, with all its children that it waited for */
    bool ended;
};

/* Open files for a program; -1: ours. Signals that it holds back. */
struct command_files {
    int in, out, errors;
    const sigset_t *blocked; /* NULL: those that we hold back */
};

/* Makes the child that will become the program `arguments`, which ends with a NULL, and waits.
 * files: NULL for ours. */
MUST_CHECK bool command_prepare(struct command *c, char *const *arguments,
                                const struct command_files *files, struct fault *f);

/* Starts the program; returns when it runs. False with a fault when it cannot be started; *status
 * is then what a shell returns: 127 when it is not there, 126 when it is no program. */
MUST_CHECK bool command_start(struct command *c, int *status, struct fault *f);

/* Ends a child that was not started. */
void command_give_up(struct command *c);

/* Notes whether it has ended; waits for that if asked to. */
void command_wait(struct command *c, bool block);

/* What a shell returns for how it ended. */
int command_exit_status(const struct command *c);

#endif
