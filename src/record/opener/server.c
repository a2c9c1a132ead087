/* recorder -> server -> a helper for each (user namespace, mount namespace, root, ids)
 * It is forked before the recorder maps its rings, and holds nothing but its socket. */
#include "record/opener/server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/process/descriptors.h"
#include "base/process/message.h"
#include "record/opener/helper.h"
#include "record/opener/rights.h"

enum { SOCKET = 3 };

static void keep_only(int socket)
{
    const int none = open("/dev/null", O_RDWR | O_CLOEXEC);

    for (int fd = 0; none >= 0 && fd < SOCKET; fd++)
        dup2(none, fd);
    const int kept = SOCKET;
    if ((socket != SOCKET && dup2(socket, SOCKET) < 0) || !descriptors_close_others(&kept, 1))
        _exit(1);
}

static void reset_signals(void)
{
    sigset_t none;

    for (int i = 1; i < NSIG; i++)
        (void)signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_all(const int fds[MESSAGE_DESCRIPTORS])
{
    for (size_t i = 0; i < MESSAGE_DESCRIPTORS; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

/* The helpers that were not seen to end: their numbers are nobody else's. */
struct children {
    pid_t *pids;
    size_t room, n;
};

static void add_child(struct children *c, pid_t pid)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (waitpid(c->pids[i], NULL, WNOHANG) == 0)
            c->pids[n++] = c->pids[i];
    c->n = n;
    if (pid <= 0)
        return;
    c->pids = mem_grow(c->pids, &c->room, c->n + 1, sizeof *c->pids);
    c->pids[c->n++] = pid;
}

void server_run(int socket, int parent)
{
    struct opener_rights rights;
    struct children children = {.n = 0};
    int fds[MESSAGE_DESCRIPTORS];
    ssize_t n;

    keep_only(socket);
    reset_signals();
    (void)setsid();
    if (!rights_lock_down(parent))
        _exit(1);
    const int own = getpid();
    while ((n = message_take(SOCKET, &rights, sizeof rights, fds, 0)) > 0) {
        const bool is_whole = n == (ssize_t)sizeof rights && fds[0] >= 0;
        const pid_t pid = is_whole ? fork() : -1;
        if (pid == 0) {
            close(SOCKET);
            helper_run(&rights, fds, own);
        }
        add_child(&children, pid);
        close_all(fds);
    }
    for (size_t i = 0; i < children.n; i++)
        kill(children.pids[i], SIGKILL); /* one that was stopped would stay */
    _exit(0);
}
