/* The recorder's side: starts helpers that open what processes name, and asks them. It never waits
 * longer than it was told, whatever becomes of a helper. */
#ifndef RECORD_OPENER_OPENER_H
#define RECORD_OPENER_OPENER_H

#include <stdbool.h>

#include "record/opener/wire.h"

/* The process that makes helpers. Owns its socket. Zeroed: not started. */
struct opener {
    int pid; /* 0: not started */
    int socket;
    uint32_t number; /* of the last request */
};

/* How long is waited, in all. */
struct patience {
    uint64_t until_ns;              /* of CLOCK_MONOTONIC */
    bool (*is_over)(void *context); /* asked while waiting; NULL: only time ends it */
    void *context;
};

/* Starts the server; called while this process has little memory and maps nothing. */
bool opener_start(struct opener *o);

/* Ends the server, and with it all helpers. */
void opener_stop(struct opener *o);

/* Makes a helper. fds: the root of the process, its user and its mount namespace, which stay the
 * caller's; NULL for a reader. Returns the socket on which it is asked, or -1 with errno. */
int opener_add(struct opener *o, const struct opener_rights *rights,
               const int fds[OPENER_DESCRIPTORS - 1]);

/* Sends a request to which there is no answer. False when the helper takes none: it is to be given
 * up. */
bool opener_tell(struct opener *o, int helper, struct opener_request *r);

/* Descriptors with a request and its answer. */
struct opener_passed {
    int to;    /* sent along; -1: none */
    int *back; /* set to one that comes back, the caller's then, or -1; NULL: none is wanted */
};

/* Sends a request, and waits for the answer. Returns 0, or an error: what the helper says, or that
 * it is to be given up: ETIMEDOUT when it is mute, has ended, or was given no time; ECANCELED when
 * patience was over; ENOTRECOVERABLE when it could not take the rights. */
int opener_ask(struct opener *o, int helper, struct opener_request *r,
               const struct opener_passed *passed, const struct patience *patience,
               struct opener_answer *a);

/* Whether an error is of the helper itself, and not of what it was asked for. */
bool opener_is_lost(int error);

#endif
