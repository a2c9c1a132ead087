/* Starts the server of helpers by fork, and talks to it over SOCK_SEQPACKET sockets. */
#include "record/opener/opener.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process/message.h"
#include "record/opener/server.h"

enum { STEP_MS = 50, NS = 1000000 };

bool opener_start(struct opener *o)
{
    int ends[2];
    const int own = getpid();

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    o->pid = fork();
    if (o->pid == 0)
        server_run(ends[1], own);
    close(ends[1]);
    o->socket = ends[0];
    if (o->pid > 0)
        return true;
    close(o->socket);
    o->pid = 0;
    return false;
}

void opener_stop(struct opener *o)
{
    if (o->pid <= 0)
        return;
    shutdown(o->socket, SHUT_RDWR); /* a child that has not called exec yet may hold it, too */
    close(o->socket);
    while (waitpid(o->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    *o = (struct opener){.pid = 0};
}

int opener_add(struct opener *o, const struct opener_rights *rights,
               const int fds[OPENER_DESCRIPTORS - 1])
{
    int ends[2];
    int sent[OPENER_DESCRIPTORS];

    errno = ESRCH;
    if (o->pid <= 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    sent[0] = ends[1];
    for (size_t i = 0; fds && i < OPENER_DESCRIPTORS - 1; i++)
        sent[i + 1] = fds[i];
    const bool ok =
        message_send(o->socket, rights, sizeof *rights, sent, fds ? OPENER_DESCRIPTORS : 1);
    const int error = errno;
    close(ends[1]);
    if (ok)
        return ends[0];
    close(ends[0]);
    errno = error;
    return -1;
}

static bool send_request(struct opener *o, int helper, struct opener_request *r, int to)
{
    const size_t n = offsetof(struct opener_request, path) + strlen(r->path) + 1;

    r->number = ++o->number ? o->number : ++o->number;
    return helper >= 0 && message_send(helper, r, n, &to, to >= 0);
}

bool opener_tell(struct opener *o, int helper, struct opener_request *r)
{
    return send_request(o, helper, r, -1);
}

/* Waits until there is something to take. */
static int wait_for(int helper, const struct patience *p)
{
    struct pollfd polled = {.fd = helper, .events = POLLIN};

    for (;;) {
        if (p->is_over && p->is_over(p->context))
            return ECANCELED;
        const uint64_t now = clock_now_ns();
        if (now >= p->until_ns)
            return ETIMEDOUT;
        const uint64_t left = (p->until_ns - now) / NS + 1;
        if (poll(&polled, 1, left < STEP_MS ? (int)left : STEP_MS) > 0)
            return 0;
    }
}

/* Takes an answer and one descriptor with it; others are closed. */
static int take_answer(int helper, struct opener_answer *a, int *fd)
{
    int fds[MESSAGE_DESCRIPTORS];
    const ssize_t n = message_take(helper, a, sizeof *a, fds, MSG_DONTWAIT);

    for (size_t i = 0; i < MESSAGE_DESCRIPTORS; i++)
        if (fds[i] >= 0 && (i || !fd || n != (ssize_t)sizeof *a))
            close(fds[i]);
    if (n == (ssize_t)sizeof *a) {
        if (fd)
            *fd = fds[0];
        return 0;
    }
    return n < 0 && errno == EAGAIN ? EAGAIN : ETIMEDOUT;
}

/* Whether an answer is to an earlier request, or only says that the helper is ready. */
static bool is_other(const struct opener_request *r, const struct opener_answer *a, int *fd)
{
    if (a->number == r->number || (a->number == 0 && a->error))
        return false;
    if (fd && *fd >= 0)
        close(*fd);
    if (fd)
        *fd = -1;
    return true;
}

/* What a helper says is never that it is lost. */
static int error_of(const struct opener_answer *a)
{
    if (a->number == 0)
        return ENOTRECOVERABLE;
    if (a->error == 0)
        return 0;
    return a->error > 0 && !opener_is_lost(a->error) ? a->error : EIO;
}

int opener_ask(struct opener *o, int helper, struct opener_request *r,
               const struct opener_passed *passed, const struct patience *patience,
               struct opener_answer *a)
{
    int *fd = passed->back;
    int error;

    if (fd)
        *fd = -1;
    if (!send_request(o, helper, r, passed->to))
        return ETIMEDOUT;
    do {
        error = wait_for(helper, patience);
        if (error == 0)
            error = take_answer(helper, a, fd);
    } while (error == EAGAIN || (error == 0 && is_other(r, a, fd)));
    return error ? error : error_of(a);
}

bool opener_is_lost(int error)
{
    return error == ETIMEDOUT || error == ECANCELED || error == ENOTRECOVERABLE;
}
