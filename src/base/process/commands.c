/* Reading commands from standard input, and the deadline of a child. */
#include "base/process/commands.h"

#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"

enum { BLOCK = 1 << 16 };

bool commands_read(struct commands *t)
{
    *t = (struct commands){0};
    for (;;) {
        t->p = mem_grow(t->p, &t->room, t->n + BLOCK, 1);
        ssize_t got = read(0, t->p + t->n, t->room - t->n);
        if (got <= 0)
            return got == 0;
        t->n += (size_t)got;
    }
}

void commands_free(struct commands *t)
{
    mem_free(t->p, t->room, 1);
    *t = (struct commands){0};
}

bool commands_number(struct commands *t, uint32_t *to)
{
    *to = 0;
    if (t->n - t->at < 4)
        return false;
    for (unsigned i = 0; i < 4; i++)
        *to |= (uint32_t)t->p[t->at++] << (8 * i);
    return true;
}

bool commands_text(struct commands *t, char **to, size_t *n)
{
    uint32_t length;

    if (!commands_number(t, &length) || t->n - t->at < length)
        return false;
    *to = (char *)t->p + t->at;
    *n = length;
    t->at += length;
    return true;
}

static bool limit_time(const char *word)
{
    struct rlimit limit = {0, 0};
    struct rlimit had;

    for (; *word >= '0' && *word <= '9' && limit.rlim_cur < 1000000; word++)
        limit.rlim_cur = limit.rlim_cur * 10 + (rlim_t)(*word - '0');
    if (*word || getrlimit(RLIMIT_CPU, &had) != 0)
        return false;
    limit.rlim_max = had.rlim_max; /* which only root may raise */
    if (limit.rlim_cur > had.rlim_max)
        limit.rlim_cur = had.rlim_max;
    signal(SIGXCPU, SIG_DFL);
    return !limit.rlim_cur || setrlimit(RLIMIT_CPU, &limit) == 0;
}

/* Whether the reader of its output is gone. */
static bool is_alone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO};

    return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

/* If the parent is killed, the child would go on drawing for nobody. The parent may have died
 * before the child asks for the signal, so check that, too. */
bool child_begin(const char *seconds)
{
    signal(SIGXFSZ, SIG_IGN); /* a library's write beyond the limit of file sizes fails, no more */
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    return !is_alone() && limit_time(seconds);
}

void child_end(int status, const char *what)
{
    (void)fprintf(stderr, "%s\n", what);
    _exit(status);
}

void child_refuse(const char *what)
{
    child_end(CHILD_REFUSED, what);
}

void child_fail(const char *what)
{
    child_end(CHILD_FAILED, what);
}
