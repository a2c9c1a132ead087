/* Starting a child and talking to it. */
#include "render/child.h"

#ifdef FLAME_LIBEXEC_FROM_BIN

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATH_ROOM = 1024 };

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
    return fault_set(
        f, FAULT_SYSTEM,
        "%s, a program of this installation: not found, wanted it beside flame or in its "
        "libexec folder",
        name);
}

/* What ends a sentence about a child that did not do its work. */
static bool fault_of_child(const char *name, const char *what, int error, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: %s: %s", name, what, strerror(error));
}

/* Our ends of the two pipes; a socket for what the child reads, so that one that died is an error
 * and no signal. */
struct ends {
    int to, from;
    pid_t pid;
};

static int spawn(char *const *argv, const int *in, const int *out, struct ends *ends)
{
    posix_spawn_file_actions_t actions;

    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, in[1], 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    if (!error)
        error = posix_spawn(&ends->pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void close_both(const int *ends)
{
    close(ends[0]);
    close(ends[1]);
}

static bool start(const char *name, char *const *argv, struct ends *ends, struct fault *f)
{
    int in[2];
    int out[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
        return fault_of_child(name, "no pipe to it", errno, f);
    if (pipe(out) != 0) {
        int error = errno;
        close_both(in);
        return fault_of_child(name, "no pipe from it", error, f);
    }
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(out[1], F_SETFD, FD_CLOEXEC);
    int error = spawn(argv, in, out, ends);
    if (error) {
        close_both(in);
        close_both(out);
        return fault_of_child(name, "cannot be started", error, f);
    }
    close(in[1]);
    close(out[1]);
    ends->to = in[0];
    ends->from = out[0];
    return true;
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

static bool wait_for(const char *name, pid_t pid, bool *late, struct fault *f)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return fault_of_child(name, "lost", errno, f);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    *late = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    if (*late)
        return true;
    if (WIFSIGNALED(status))
        return fault_set(f, FAULT_SYSTEM, "%s: ended by signal %d (%s), wanted its output", name,
                         WTERMSIG(status), strsignal(WTERMSIG(status)));
    return fault_set(f, FAULT_SYSTEM, "%s: failed with status %d, wanted its output", name,
                     WEXITSTATUS(status));
}

bool child_run(const char *program, const char *task, unsigned seconds, struct str commands,
               struct sink *to, bool *late, struct fault *f)
{
    char path[PATH_ROOM];
    char words[2][32];
    char *argv[] = {path, words[0], words[1], NULL};
    struct ends ends = {0};

    *late = false;
    snprintf(words[0], sizeof words[0], "%s", task);
    snprintf(words[1], sizeof words[1], "%u", seconds);
    if (!find_child(program, path, f) || !start(program, argv, &ends, f))
        return false;
    send_all(ends.to, commands);
    bool taken = take_all(ends.from, to);
    int error = errno;
    close(ends.to);
    close(ends.from);
    return wait_for(program, ends.pid, late, f) &&
           (taken || fault_of_child(program, "not read", error, f));
}

#else

/* A build without any child has a translation unit all the same. */
typedef int child_is_empty;

#endif
