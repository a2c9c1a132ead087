/* Telling graphviz what to make, and taking it. */
#include "render/graphviz_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { TEXT_MOST = 16000, PATH_ROOM = 1024 };

static void number(struct sink *s, uint32_t n)
{
    for (unsigned i = 0; i < 4; i++)
        sink_byte(s, (char)(n >> (8 * i) & 0xff));
}

static void text(struct sink *s, struct str t)
{
    number(s, (uint32_t)t.n);
    sink_str(s, t);
}

void graphviz_default(struct sink *s, unsigned kind, const char *name, struct str value)
{
    sink_byte(s, GRAPHVIZ_DEFAULT);
    number(s, kind);
    text(s, str_of(name));
    text(s, value);
}

void graphviz_node(struct sink *s, uint32_t node)
{
    sink_byte(s, GRAPHVIZ_NODE);
    number(s, node);
}

void graphviz_edge(struct sink *s, uint32_t tail, uint32_t head)
{
    sink_byte(s, GRAPHVIZ_EDGE);
    number(s, tail);
    number(s, head);
}

void graphviz_attribute(struct sink *s, const char *name, struct str value)
{
    sink_byte(s, GRAPHVIZ_ATTRIBUTE);
    text(s, str_of(name));
    text(s, value);
}

void graphviz_cluster(struct sink *s, uint32_t cluster)
{
    sink_byte(s, GRAPHVIZ_CLUSTER);
    number(s, cluster);
}

void graphviz_member(struct sink *s, uint32_t node)
{
    sink_byte(s, GRAPHVIZ_MEMBER);
    number(s, node);
}

void graphviz_text(struct str clean, struct buf *to)
{
    size_t start = to->n;
    size_t whole = to->n; /* behind the last whole character that fits */

    for (size_t i = 0; i < clean.n; i++) {
        bool begins = ((unsigned char)clean.p[i] & 0xc0) != 0x80;
        if (begins && to->n - start <= TEXT_MOST - 8)
            whole = to->n;
        if (to->n - start > TEXT_MOST - 8) {
            to->n = whole;
            buf_add(to, STR("\xE2\x80\xA6"));
            return;
        }
        if (clean.p[i] == '\n')
            buf_add(to, STR("\\n"));
        else if (clean.p[i] == '\\')
            buf_add(to, STR("\\\\"));
        else
            buf_add_byte(to, clean.p[i]);
    }
}

#ifdef FLAME_HAVE_GRAPHVIZ

/* Dot text is made without the libraries of layout, which take longer to load than it takes. */
static const char *child_of(const char *task)
{
    return strcmp(task, GRAPHVIZ_TO_DOT) == 0 ? "flame-graphviz" : "flame-graphviz-layout";
}

/* The child lies beside the program, or where it was installed. */
static bool find_child(const char *name, char *path, struct fault *f)
{
    static const char *const places[] = {"", FLAME_LIBEXEC_FROM_BIN "/"};
    char self[PATH_ROOM];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

    while (n > 0 && self[n - 1] != '/')
        n--;
    for (size_t i = 0; n > 0 && i < sizeof places / sizeof places[0]; i++) {
        int length = snprintf(path, PATH_ROOM, "%.*s%s%s", (int)n, self, places[i], name);
        if (length > 0 && length < PATH_ROOM && access(path, X_OK) == 0)
            return true;
    }
    return fault_set(f, FAULT_SYSTEM,
                     "%s, the program of this installation that uses graphviz: not found, wanted "
                     "it beside callgraph or in its libexec folder",
                     name);
}

/* What ends a sentence about a child that did not do its work. */
static bool fault_of_child(const char *what, int error, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "flame-graphviz: %s: %s", what, strerror(error));
}

/* Our ends of the two pipes; a socket for what the child reads, so that one that died is an error
 * and no signal. */
struct ends {
    int to, from;
    pid_t pid;
};

static bool spawn(const char *path, char *const *argv, const int *in, const int *out,
                  struct ends *ends, struct fault *f)
{
    posix_spawn_file_actions_t actions;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return fault_of_child("cannot be started", ENOMEM, f);
    int error = posix_spawn_file_actions_adddup2(&actions, in[1], 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    if (!error)
        error = posix_spawn(&ends->pid, path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[1]);
    close(out[1]);
    ends->to = in[0];
    ends->from = out[0];
    if (!error)
        return true;
    close(in[0]);
    close(out[0]);
    return fault_of_child("cannot be started", error, f);
}

static bool start(char *path, const char *task, unsigned seconds, struct ends *ends,
                  struct fault *f)
{
    char words[2][32];
    char *argv[] = {path, words[0], words[1], NULL};
    int in[2];
    int out[2];

    snprintf(words[0], sizeof words[0], "%s", task);
    snprintf(words[1], sizeof words[1], "%u", seconds);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
        return fault_of_child("no pipe to it", errno, f);
    if (pipe(out) != 0) {
        int error = errno;
        close(in[0]);
        close(in[1]);
        return fault_of_child("no pipe from it", error, f);
    }
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(out[1], F_SETFD, FD_CLOEXEC);
    return spawn(path, argv, in, out, ends, f);
}

/* The child reads all before it writes. One that does not read to the end has failed, and is asked
 * why when it has ended. */
static void send_all(int to, struct str bytes)
{
    while (bytes.n) {
        ssize_t n = send(to, bytes.p, bytes.n, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        bytes = str_from_to(bytes, (size_t)n, bytes.n);
    }
    (void)shutdown(to, SHUT_WR);
}

static bool take_all(int from, struct sink *to)
{
    enum { BLOCK = 2048 };
    char block[BLOCK];

    for (;;) {
        ssize_t n = read(from, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        sink_bytes(to, block, (size_t)n);
    }
}

static bool wait_for(pid_t pid, bool *late, struct fault *f)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return fault_of_child("lost", errno, f);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    *late = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    if (*late)
        return true;
    if (WIFSIGNALED(status))
        return fault_set(f, FAULT_SYSTEM, "flame-graphviz: ended by signal %d (%s), wanted a graph",
                         WTERMSIG(status), strsignal(WTERMSIG(status)));
    return fault_set(f, FAULT_SYSTEM, "flame-graphviz: failed with status %d, wanted a graph",
                     WEXITSTATUS(status));
}

bool graphviz_run(const char *task, struct str commands, unsigned seconds, struct sink *to,
                  bool *late, struct fault *f)
{
    char path[PATH_ROOM];
    struct ends ends = {0};

    *late = false;
    if (!find_child(child_of(task), path, f) || !start(path, task, seconds, &ends, f))
        return false;
    send_all(ends.to, commands);
    bool taken = take_all(ends.from, to);
    int error = errno;
    close(ends.to);
    close(ends.from);
    return wait_for(ends.pid, late, f) && (taken || fault_of_child("not read", error, f));
}

#else

bool graphviz_run(const char *task, struct str commands, unsigned seconds, struct sink *to,
                  bool *late, struct fault *f)
{
    (void)task;
    (void)commands;
    (void)seconds;
    (void)to;
    *late = false;
    return fault_set(f, FAULT_USAGE,
                     "this program was built without graphviz, wanted -DFLAME_GRAPHVIZ=ON and "
                     "libgraphviz-dev; --format table and --format json need none");
}

#endif
