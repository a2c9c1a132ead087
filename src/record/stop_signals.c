/* SIGINT and SIGTERM end the recording, the end of a child wakes the loop: signalfd(2) */
#include "record/stop_signals.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

bool stop_signals_take(struct stop_signals *s, struct fault *f)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGCHLD);
    s->blocked = sigprocmask(SIG_BLOCK, &set, &s->before) == 0;
    s->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return s->fd >= 0 || fault_set(f, FAULT_SYSTEM, "signals cannot be taken: %s", strerror(errno));
}

bool stop_signals_came(const struct stop_signals *s)
{
    struct signalfd_siginfo info;
    bool end = false;

    while (s->fd >= 0 && read(s->fd, &info, sizeof info) == (ssize_t)sizeof info)
        end = end || info.ssi_signo != SIGCHLD;
    return end;
}

void stop_signals_free(struct stop_signals *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    if (s->blocked)
        sigprocmask(SIG_SETMASK, &s->before, NULL);
    s->blocked = false;
}
