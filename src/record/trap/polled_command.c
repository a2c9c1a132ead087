/* /bin/sh -c 'curl -fs localhost/slow' */
#include "record/trap/polled_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_RUN = 126, NOT_FOUND = 127 };

/* The child. It must not read what the recorded command reads, nor write four times a second. */
static void become(const struct polled_command *c, pid_t parent)
{
    const int null = open("/dev/null", O_RDWR);

    sigprocmask(SIG_SETMASK, &c->blocked, NULL);
    setpgid(0, 0);
    if (c->as) {
        user_set_environment(c->as);
        if (!user_become(c->as))
            _exit(NOT_RUN);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a change of user takes it back */
    if (getppid() == parent && null >= 0 && dup2(null, 0) == 0 && dup2(null, 1) == 1 &&
        dup2(null, 2) == 2)
        execl("/bin/sh", "sh", "-c", c->text, (char *)NULL);
    _exit(NOT_FOUND);
}

static bool start(struct polled_command *c, uint64_t now_ns, struct fault *f)
{
    const pid_t parent = getpid();

    c->pid = fork();
    if (c->pid == 0)
        become(c, parent);
    if (c->pid < 0) {
        c->pid = 0;
        return fault_set(f, FAULT_SYSTEM, "--when-command: cannot be started: %s", strerror(errno));
    }
    setpgid(c->pid, c->pid); /* whoever is first */
    c->begun_ns = now_ns;
    return true;
}

enum truth polled_command_look(struct polled_command *c, uint64_t now_ns, struct fault *f)
{
    struct excerpt e;
    int status;

    if (c->pid == 0) {
        (void)!start(c, now_ns, f);
        return TRUTH_UNKNOWN;
    }
    if (waitpid(c->pid, &status, WNOHANG) != c->pid) {
        if (now_ns - c->begun_ns < UINT64_C(1000000000) * POLLED_COMMAND_MOST_S)
            return TRUTH_UNKNOWN;
        polled_command_end(c);
        c->too_long++;
        return TRUTH_NO;
    }
    c->pid = 0;
    if (WIFEXITED(status) && (WEXITSTATUS(status) == NOT_FOUND || WEXITSTATUS(status) == NOT_RUN)) {
        fault_set(f, FAULT_USAGE,
                  "--when-command: the shell cannot run \"%s\" (exit status %d), wanted a command "
                  "that ends with 0 when to record",
                  excerpt_of(&e, str_of(c->text)), WEXITSTATUS(status));
        return TRUTH_UNKNOWN;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? TRUTH_YES : TRUTH_NO;
}

void polled_command_end(struct polled_command *c)
{
    if (c->pid <= 0)
        return;
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
}
