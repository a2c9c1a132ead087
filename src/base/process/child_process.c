/* Starts a child process and exchanges data with it. */
#include "base/process/child_process.h"

#ifdef FLAME_LIBEXEC_FROM_BIN

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/wire.h"

extern char **environ;

enum { PATH_ROOM = 1024, WORDS_ROOM = 400 };

/* The child lies next to the program, or where it was installed. */
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
    if (n <= 0)
        return fault_set(f, FAULT_SYSTEM,
                         "%s, a program of this installation: not found, as /proc is not mounted; "
                         "mount -t proc proc /proc",
                         name);
    return fault_set(
        f, FAULT_SYSTEM,
        "%s, a program of this installation: not found, wanted it beside flame or in its "
        "libexec folder",
        name);
}

bool child_is_there(const char *program, struct fault *f)
{
    char path[PATH_ROOM];

    return find_child(program, path, f);
}

/* The end of a message about a child that failed. */
static bool fault_of_child(const char *name, const char *what, int error, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: %s: %s", name, what, strerror(error));
}

/* The child reads from a socket, so that writing to a dead child is an error and not a signal. */
enum { IN, OUT, WORDS, PIPES };

static void close_all(int pipes[PIPES][2], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        close(pipes[i][0]);
        close(pipes[i][1]);
    }
}

/* The first end of each is ours. Standard error does not block: the child may write more than a
 * pipe holds, and must not wait for us. */
static int open_all(int pipes[PIPES][2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pipes[IN]) != 0)
        return errno;
    for (unsigned i = OUT; i < PIPES; i++) {
        if (pipe(pipes[i]) != 0) {
            int error = errno;
            close_all(pipes, i);
            return error;
        }
        (void)fcntl(pipes[i][0], F_SETFD, FD_CLOEXEC);
        (void)fcntl(pipes[i][1], F_SETFD, FD_CLOEXEC);
    }
    (void)fcntl(pipes[WORDS][1], F_SETFL, O_NONBLOCK);
    return 0;
}

static int spawn(char *const *argv, char *const *variables, int pipes[PIPES][2], pid_t *pid)
{
    posix_spawn_file_actions_t actions;

    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    for (int i = 0; i < PIPES && !error; i++)
        error = posix_spawn_file_actions_adddup2(&actions, pipes[i][1], i);
    if (!error)
        error = posix_spawn(pid, argv[0], &actions, NULL, argv, variables);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Our ends of the pipes are left to the child's struct. */
static bool start(char *const *argv, char *const *variables, struct child_running *c,
                  struct fault *f)
{
    int pipes[PIPES][2];
    pid_t pid = 0;
    int error = open_all(pipes);

    if (error)
        return fault_of_child(c->program, "no pipe to it", error, f);
    error = spawn(argv, variables, pipes, &pid);
    if (error) {
        close_all(pipes, PIPES);
        return fault_of_child(c->program, "cannot be started", error, f);
    }
    for (unsigned i = 0; i < PIPES; i++)
        close(pipes[i][1]);
    c->to = pipes[IN][0];
    c->from = pipes[OUT][0];
    c->words = pipes[WORDS][0];
    c->pid = (int)pid;
    return true;
}

bool child_start(struct child_running *c, const struct child *child, struct fault *f)
{
    char path[PATH_ROOM];
    char words[2][32];
    char folder[PATH_ROOM + 8];
    char *argv[] = {path, words[0], words[1], NULL};
    char *few[] = {NULL, NULL};
    const char *temporary = child->bare ? getenv("TMPDIR") : NULL;

    *c = (struct child_running){child->program, -1, -1, -1, 0};
    snprintf(words[0], sizeof words[0], "%s", child->task);
    snprintf(words[1], sizeof words[1], "%u", child->seconds);
    if (temporary && strlen(temporary) < PATH_ROOM) {
        snprintf(folder, sizeof folder, "TMPDIR=%s", temporary);
        few[0] = folder;
    }
    return find_child(child->program, path, f) && start(argv, child->bare ? few : environ, c, f);
}

/* The child reads everything before it writes. If it does not read to the end, it has failed; its
 * message is read after it ended. */
bool child_send(const struct child_running *c, struct str bytes)
{
    while (bytes.n) {
        ssize_t n = send(c->to, bytes.p, bytes.n, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes = str_from_to(bytes, (size_t)n, bytes.n);
    }
    return true;
}

void child_sent(const struct child_running *c)
{
    (void)shutdown(c->to, SHUT_WR);
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

/* The last line of the child's standard error, safe for a terminal. */
struct last_words {
    char text[WORDS_ROOM];
    size_t n;
    bool ended; /* by a newline: the next line takes its place */
};

static void keep_character(struct last_words *words, char c)
{
    if (c == '\n') {
        words->ended = words->n > 0;
        return;
    }
    if (words->ended)
        words->n = 0;
    words->ended = false;
    if (c < ' ' || c > '~')
        c = '?';
    if (words->n + 1 < sizeof words->text)
        words->text[words->n++] = c;
}

static void read_last_words(int from, struct last_words *words)
{
    char block[WORDS_ROOM];

    for (;;) {
        ssize_t n = read(from, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        for (ssize_t i = 0; i < n; i++)
            keep_character(words, block[i]);
    }
    words->text[words->n] = '\0';
}

static bool fault_of_status(const char *name, int status, const char *words, struct fault *f)
{
    if (WIFSIGNALED(status))
        return fault_set(f, FAULT_SYSTEM, "%s: ended by signal %d (%s)%s%s, wanted its output",
                         name, WTERMSIG(status), strsignal(WTERMSIG(status)), *words ? ": " : "",
                         words);
    if (WEXITSTATUS(status) == CHILD_REFUSED && *words)
        return fault_set(f, FAULT_INPUT, "%s", words);
    if (WEXITSTATUS(status) == CHILD_ASKED_WRONGLY && *words)
        return fault_set(f, FAULT_USAGE, "%s", words);
    if (WEXITSTATUS(status) == CHILD_UNABLE && *words)
        return fault_set(f, FAULT_SYSTEM, "%s", words);
    return fault_set(f, FAULT_SYSTEM, "%s: failed with status %d%s%s, wanted its output", name,
                     WEXITSTATUS(status), *words ? ": " : "", words);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void child_stop(struct child_running *c)
{
    close_end(&c->to);
    close_end(&c->from);
    (void)kill(c->pid, SIGTERM);
}

bool child_wait(struct child_running *c, bool *late, struct fault *f)
{
    struct last_words words = {.n = 0};
    int status = 0;

    *late = false;
    close_end(&c->to);
    close_end(&c->from);
    read_last_words(c->words, &words);
    close_end(&c->words);
    while (waitpid(c->pid, &status, 0) < 0)
        if (errno != EINTR)
            return fault_of_child(c->program, "lost", errno, f);
    *late = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    return *late || (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           fault_of_status(c->program, status, words.text, f);
}

bool child_run(const struct child *child, struct str commands, struct sink *to, bool *late,
               struct fault *f)
{
    struct child_running c;

    *late = false;
    if (!child_start(&c, child, f))
        return false;
    (void)child_send(&c, commands);
    child_sent(&c);
    bool taken = take_all(c.from, to);
    int error = errno;
    bool done = child_wait(&c, late, f);
    return done && (taken || fault_of_child(c.program, "not read", error, f));
}

#else

/* A translation unit must not be empty, even in a build without any child. */
typedef int child_is_empty;

#endif
