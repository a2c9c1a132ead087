/* Starts the command: the child waits after fork until it is told to call exec. */
#include "record/command.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "record/start_fault.h"

enum { NOT_FOUND = 127, NOT_RUN = 126, BY_SIGNAL = 128 };

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool take_files(const struct command_files *files)
{
    const int fds[] = {files->in, files->out, files->errors};
    bool ok = true;

    for (int i = 0; i < 3; i++)
        ok = ok && (fds[i] < 0 || dup2(fds[i], i) == i);
    return ok && (!files->blocked || sigprocmask(SIG_SETMASK, files->blocked, NULL) == 0);
}

static bool take_user(const struct user *as)
{
    if (!as)
        return true;
    user_set_environment(as);
    return user_become(as);
}

/* The child: begins when told, and sends why it could not. */
static void become(char *const *arguments, const struct command_setting *setting, int go, int error)
{
    char byte;

    if (read(go, &byte, 1) == 1) {
        if ((!setting->files || take_files(setting->files)) && take_user(setting->as))
            execvp(arguments[0], arguments);
        int why = errno;
        ssize_t ignored = write(error, &why, sizeof why);
        (void)ignored;
    }
    _exit(NOT_FOUND);
}

bool command_prepare(struct command *c, char *const *arguments,
                     const struct command_setting *setting, struct fault *f)
{
    int go[2] = {-1, -1};
    int error[2] = {-1, -1};

    *c = (struct command){.name = arguments[0], .as = setting->as, .go = -1, .error = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, go) == 0 && pipe(error) == 0) {
        for (size_t i = 0; i < 2; i++) {
            fcntl(go[i], F_SETFD, FD_CLOEXEC);
            fcntl(error[i], F_SETFD, FD_CLOEXEC);
        }
        c->pid = fork();
        if (c->pid == 0) {
            close(go[1]); /* or it would not see that we have gone */
            become(arguments, setting, go[0], error[1]);
        }
    } else {
        c->pid = -1;
    }
    if (c->pid < 0)
        fault_set(f, FAULT_SYSTEM, "%s: cannot be started: %s", c->name, strerror(errno));
    close_end(&go[0]);
    close_end(&error[1]);
    c->go = go[1];
    c->error = error[0];
    return c->pid > 0;
}

static bool fail_to_start(const struct command *c, int why, struct fault *f)
{
    struct excerpt reason;

    start_fault_reason(c->name, why, &reason);
    if (!c->as || start_fault_is_absent(c->name, why))
        return fault_set(f, FAULT_USAGE, "%s: cannot be started: %s", c->name, reason.text);
    return fault_set(f, FAULT_USAGE,
                     "%s: cannot be started as user %s (%lu): %s; --as-root starts it as root",
                     c->name, c->as->name, (unsigned long)c->as->id, reason.text);
}

bool command_start(struct command *c, int *status, struct fault *f)
{
    c->begun_ns = clock_now_ns();
    ssize_t n = send(c->go, "g", 1, MSG_NOSIGNAL); /* a signal may have ended the child */
    int why = n == 1 ? 0 : errno;

    close_end(&c->go);
    if (n == 1)
        do
            n = read(c->error, &why, sizeof why);
        while (n < 0 && errno == EINTR);
    close_end(&c->error);
    if (n == 0)
        return true;
    *status = start_fault_is_absent(c->name, why) ? NOT_FOUND : NOT_RUN;
    command_wait(c, true);
    return fail_to_start(c, why, f);
}

void command_give_up(struct command *c)
{
    bool waits = c->go >= 0;

    close_end(&c->go);
    close_end(&c->error);
    if (waits)
        command_wait(c, true);
}

static uint64_t ns_of(struct timeval t)
{
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_usec * 1000;
}

void command_wait(struct command *c, bool block)
{
    struct rusage used;
    pid_t done;

    if (c->ended || c->pid <= 0)
        return;
    do
        done = wait4(c->pid, &c->status, block ? 0 : WNOHANG, &used);
    while (done < 0 && errno == EINTR);
    if (done != c->pid)
        return;
    c->ended = true;
    c->ended_ns = clock_now_ns();
    c->user_ns = ns_of(used.ru_utime);
    c->cpu_ns = ns_of(used.ru_utime) + ns_of(used.ru_stime);
}

void command_tell_cost(const struct command *c, struct command_cost *cost)
{
    cost->ended = c->ended;
    cost->by_signal = c->ended && WIFSIGNALED(c->status);
    cost->wall_ns = c->ended ? c->ended_ns - c->begun_ns : 0;
    cost->cpu_ns = c->cpu_ns;
}

int command_exit_status(const struct command *c)
{
    if (!c->ended)
        return 0;
    return WIFEXITED(c->status) ? WEXITSTATUS(c->status) : BY_SIGNAL + WTERMSIG(c->status);
}
