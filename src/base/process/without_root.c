/* child: 4711 /usr/lib/libc.so.6 -> parent: a descriptor
 * A message is a packet: what the child asks for, a part of its text, or its end. */
#include "base/process/without_root.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/process/descriptors.h"
#include "base/process/message.h"
#include "base/process/stop.h"

enum { PATH_MOST = 4096, PART_MOST = 4096 };

enum message_kind { MESSAGE_ASK = 1, MESSAGE_TEXT, MESSAGE_END };

/* From the child; as long as its kind needs. */
struct message {
    uint32_t kind;
    uint32_t number; /* of a process; the bytes of a part; whether the work was done */
    union {
        char path[PATH_MOST];
        char part[PART_MOST];
        struct {
            struct fault fault;
            char result[WITHOUT_ROOT_RESULT];
        } end;
    } of;
};

enum { HEAD = offsetof(struct message, of) };

/* ---- the child ------------------------------------------------------------------------------- */

static bool send_message(int to, const struct message *m, size_t n)
{
    ssize_t sent;

    do
        sent = send(to, m, n, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)n;
}

/* Takes an answer: 0 and a descriptor, or why there is none. */
static int take_answer(int from)
{
    int error = 0;
    int fds[MESSAGE_DESCRIPTORS];
    const bool ok = message_take(from, &error, sizeof error, fds, 0) == (ssize_t)sizeof error;

    errno = ok ? error : EIO;
    return ok ? fds[0] : -1;
}

static int ask(void *context, uint32_t pid, const char *path)
{
    const int *parent = context;
    const size_t n = strlen(path) + 1;

    errno = ENAMETOOLONG;
    if (n > PATH_MOST)
        return -1;
    struct message *m = mem_alloc(1, sizeof *m);
    m->kind = MESSAGE_ASK;
    m->number = pid;
    memcpy(m->of.path, path, n);
    const bool sent = send_message(*parent, m, HEAD + n);
    mem_free(m, 1, sizeof *m);
    return sent ? take_answer(*parent) : -1;
}

static bool close_others(const struct without_root *how, int parent)
{
    const size_t n = how->n_kept + 1;
    int *kept = mem_alloc(n, sizeof *kept);

    if (how->n_kept)
        memcpy(kept, how->kept, how->n_kept * sizeof *kept);
    kept[how->n_kept] = parent;
    const bool ok = descriptors_close_others(kept, n);
    mem_free(kept, n, sizeof *kept);
    return ok;
}

/* A change of ids takes the signal of the parent's death back. */
static bool give_up(const struct without_root *how, int parent, pid_t parent_pid)
{
    if (!close_others(how, parent))
        return false;
    if (!user_become(how->user) &&
        ((errno != EPERM && errno != EINVAL) || !user_drop_capabilities()))
        return false;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0 &&
           prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent_pid;
}

static void send_text(int to, struct message *m, const struct buf *text)
{
    m->kind = MESSAGE_TEXT;
    for (size_t at = 0; at < text->n; at += m->number) {
        m->number = text->n - at < PART_MOST ? (uint32_t)(text->n - at) : PART_MOST;
        memcpy(m->of.part, text->p + at, m->number);
        if (!send_message(to, m, HEAD + m->number))
            return;
    }
}

static _Noreturn void be_child(const struct without_root *how, const struct without_root_work *work,
                               int parent, pid_t parent_pid)
{
    struct message *m = mem_alloc(1, sizeof *m);
    const struct process_files files = {ask, &parent};
    struct fault fault = {0};
    bool ok = give_up(how, parent, parent_pid) ||
              fault_set(&fault, FAULT_SYSTEM,
                        "root's rights cannot be given up, which is wanted before files of others "
                        "are read: %s",
                        strerror(errno));

    if (ok)
        ok = work->run(work->context, &files, &fault);
    if (work->text)
        send_text(parent, m, work->text);
    m->kind = MESSAGE_END;
    m->number = ok;
    m->of.end.fault = fault;
    if (work->n_result)
        memcpy(m->of.end.result, work->result, work->n_result);
    _exit(send_message(parent, m, sizeof *m) ? 0 : FAULT_SYSTEM);
}

/* ---- the parent ------------------------------------------------------------------------------ */

/* The child's answers are taken from here. */
struct conversation {
    const struct without_root *how;
    const struct without_root_work *work;
    int child; /* the socket */
    uint64_t until_ns;
    bool is_late, is_stopped, is_done, ok;
};

static void answer(int to, int fd, int error)
{
    (void)message_send(to, &error, sizeof error, &fd, fd >= 0);
    if (fd >= 0)
        close(fd);
}

static void open_for(const struct conversation *c, const struct message *m, size_t n)
{
    const struct process_files *files = &c->how->files;
    const bool is_whole = n > HEAD && n <= sizeof *m && memchr(m->of.path, '\0', n - HEAD);

    errno = ENOENT;
    const int fd =
        is_whole && files->open ? files->open(files->context, m->number, m->of.path) : -1;
    answer(c->child, fd, fd < 0 ? errno : 0);
}

/* Takes the end of it. The fault's text is made to be one. */
static void end(struct conversation *c, struct message *m, struct fault *f)
{
    struct fault *fault = &m->of.end.fault;

    c->is_done = true;
    c->ok = m->number == 1;
    if (c->work->n_result)
        memcpy(c->work->result, m->of.end.result, c->work->n_result);
    fault->text[sizeof fault->text - 1] = '\0';
    if (!c->ok && fault->kind >= FAULT_INPUT && fault->kind <= FAULT_BUDGET)
        *f = *fault;
    else if (!c->ok)
        fault_set(f, FAULT_SYSTEM, "what reads recordings failed without a reason");
}

static bool wait_for_message(struct conversation *c)
{
    enum { STEP_MS = 50 };
    struct pollfd wanted = {.fd = c->child, .events = POLLIN};

    for (;;) {
        const uint64_t now = clock_now_ns();
        c->is_late = c->until_ns && now >= c->until_ns;
        c->is_stopped = stop_is_wanted();
        if (c->is_late || c->is_stopped)
            return false;
        const uint64_t ms = c->until_ns ? (c->until_ns - now) / 1000000 + 1 : STEP_MS;
        const int n = poll(&wanted, 1, ms < STEP_MS ? (int)ms : STEP_MS);
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
}

/* Serves the child until it has ended, or says that it has. */
static void serve(struct conversation *c, struct fault *f)
{
    enum { TEXT_MOST = 64 << 20 };
    struct message *m = mem_alloc(1, sizeof *m);

    while (!c->is_done && wait_for_message(c)) {
        const ssize_t n = recv(c->child, m, sizeof *m, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < (ssize_t)HEAD)
            break;
        if (m->kind == MESSAGE_ASK)
            open_for(c, m, (size_t)n);
        else if (m->kind == MESSAGE_TEXT && c->work->text && c->work->text->n < TEXT_MOST)
            buf_add(c->work->text, (struct str){m->of.part, (size_t)n - HEAD});
        else if (m->kind == MESSAGE_END && n == (ssize_t)sizeof *m)
            end(c, m, f);
    }
    mem_free(m, 1, sizeof *m);
}

/* A child that reached a limit has said so itself, and of a pipe that nobody reads nothing is said.
 */
static bool fault_of_end(const struct conversation *c, int status, struct fault *f)
{
    if (c->is_stopped)
        return fault_set(f, FAULT_SYSTEM, "reading files was ended by a signal");
    if (c->is_late)
        return fault_set(f, FAULT_SYSTEM,
                         "what reads files without root's rights took longer than "
                         "%u s and was ended",
                         c->how->seconds);
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGPIPE)
        return fault_set(f, FAULT_SYSTEM,
                         "what reads files without root's rights was ended by signal %d (%s)",
                         WTERMSIG(status), strsignal(WTERMSIG(status)));
    f->kind = FAULT_SYSTEM;
    if (WIFEXITED(status) && WEXITSTATUS(status) >= FAULT_INPUT &&
        WEXITSTATUS(status) <= FAULT_BUDGET)
        f->kind = (enum fault_kind)WEXITSTATUS(status);
    f->text[0] = '\0';
    return false;
}

static bool serve_until_end(struct conversation *c, pid_t pid, struct fault *f)
{
    int status = 0;

    serve(c, f);
    kill(pid, SIGKILL); /* that it has ended is only what it says */
    close(c->child);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return c->is_done ? c->ok : fault_of_end(c, status, f);
}

bool without_root(const struct without_root *how, const struct without_root_work *work,
                  struct fault *f)
{
    struct conversation c = {.how = how, .work = work};
    const pid_t self = getpid();
    int ends[2];

    if (!how->user)
        return work->run(work->context, &how->files, f);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return fault_set(f, FAULT_SYSTEM, "no socket: %s", strerror(errno));
    const pid_t pid = fork();
    if (pid == 0)
        be_child(how, work, ends[1], self);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return fault_set(f, FAULT_SYSTEM, "no process to read files in: %s", strerror(errno));
    }
    c.child = ends[0];
    if (how->seconds)
        c.until_ns = clock_now_ns() + (uint64_t)how->seconds * 1000000000;
    return serve_until_end(&c, pid, f);
}

bool without_root_user(struct user *u)
{
    if (geteuid() != 0)
        return false;
    if (!user_of_sudo(u))
        user_nobody(u);
    return true;
}
