/* The signals that end a recording, and the end of a child, as something to wait for. */
#ifndef RECORD_STOP_SIGNALS_H
#define RECORD_STOP_SIGNALS_H

#include <signal.h>

#include "base/fault.h"

/* Owns the descriptor. Begins with fd -1. */
struct stop_signals {
    int fd; /* is readable when one has come; -1: not taken */
    sigset_t before;
    bool blocked;
};

/* From now on SIGINT, SIGTERM and SIGCHLD have no other effect. */
MUST_CHECK bool stop_signals_take(struct stop_signals *s, struct fault *f);

/* Takes those that came; whether one of them was to end something. */
bool stop_signals_came(const struct stop_signals *s);

/* Gives them their effects again. */
void stop_signals_free(struct stop_signals *s);

#endif
