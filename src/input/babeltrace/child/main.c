/* flame-babeltrace: writes the events of traces (CTF) with libbabeltrace2, which opens files
 * itself, and may crash or take long where they are hostile. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/process/commands.h"
#include "input/babeltrace/child/bounds.h"
#include "input/babeltrace/child/graph.h"
#include "input/babeltrace/child/unpacked.h"
#include "input/babeltrace/member.h"
#include "input/babeltrace/wire.h"

/* Whether to write, and what. */
struct task {
    const char *seconds;
    struct buf folders; /* of the traces, each with a NUL behind it */
    struct bounds bounds;
    struct unpacked unpacked;
    char *operand;
    bool go;
};

static bool read_number(uint32_t *n)
{
    unsigned char bytes[4];

    *n = 0;
    if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes)
        return false;
    for (unsigned i = 0; i < 4; i++)
        *n |= (uint32_t)bytes[i] << (8 * i);
    return true;
}

static bool read_operand(struct task *t, struct str *operand)
{
    uint32_t n;

    if (!read_number(&n) || n > TRACE_OPERAND_MOST || fread(t->operand, 1, n, stdin) != n)
        return false;
    *operand = (struct str){t->operand, n};
    return true;
}

static void add_folder(struct task *t, const char *above, struct str path)
{
    buf_add(&t->folders, str_of(above));
    buf_add(&t->folders, *above ? STR("/") : STR(""));
    buf_add(&t->folders, path);
    buf_add_byte(&t->folders, '\0');
}

static bool take_file(struct task *t, struct str path)
{
    if (!unpacked_file(&t->unpacked, path))
        return false;
    const size_t slash = path.n - strlen("/metadata"); /* of "metadata" alone: none */
    if (member_is_metadata(path))
        add_folder(t, t->unpacked.path, str_from_to(path, 0, slash < path.n ? slash : 0));
    return true;
}

/* False when the commands end too early, or a file cannot be unpacked. */
static bool take_commands(struct task *t)
{
    struct str operand;
    int operation;

    while ((operation = getchar()) != EOF) {
        t->go = operation == TRACE_GO;
        if (t->go)
            return true;
        if (!read_operand(t, &operand))
            return false;
        if (operation == TRACE_FOLDER)
            add_folder(t, "", operand);
        else if (operation == TRACE_FILE ? !take_file(t, operand)
                                         : !unpacked_bytes(&t->unpacked, operand))
            return false;
    }
    return false;
}

static void set_signals(void (*handler)(int))
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], handler);
}

/* What the libraries say themselves has addresses and times in it, and no end. */
static void silence_libraries(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (nowhere >= 0)
        (void)dup2(nowhere, STDERR_FILENO);
}

static void write_events(struct task *t)
{
    const struct rlimit none = {0, 0};
    const char *own = t->unpacked.path;
    const int words_to = dup(STDERR_FILENO);
    char words[GRAPH_WORDS] = "";

    set_signals(SIG_DFL);
    if (!child_begin(t->seconds))
        child_end(CHILD_ASKED_WRONGLY, "the limit of time is no number");
    (void)setrlimit(RLIMIT_CORE, &none);
    bounds_set(&t->bounds);
    silence_libraries();
    const bool ok = graph_write(buf_str(&t->folders), *own ? strlen(own) + 1 : 0, words);
    (void)dup2(words_to, STDERR_FILENO);
    if (!ok)
        child_refuse(words);
    _exit(0);
}

/* Waits until the worker, which has the other end of the pipe, has ended; ends it if the reader of
 * the output has gone. */
static void wait_for_end(pid_t worker, int pipe_end)
{
    struct pollfd seen[] = {{.fd = pipe_end, .events = POLLIN}, {.fd = STDOUT_FILENO}};

    while (poll(seen, 2, -1) >= 0 || errno == EINTR) {
        if (seen[0].revents)
            return;
        if (seen[1].revents & POLLERR) {
            (void)kill(worker, SIGKILL);
            seen[1].fd = -1;
        }
    }
}

/* A process of its own does the work, and this one removes the files, and says which bound the
 * other reached, whatever ends that or flame. Returns how the other ended. */
static int write_and_wait(struct task *t)
{
    int status = CHILD_FAILED << 8;
    int ends[2];
    const pid_t worker = pipe(ends) == 0 ? fork() : -1;

    if (worker == 0) {
        close(ends[0]);
        write_events(t);
    }
    if (worker < 0) {
        (void)fprintf(stderr, "no process to read the trace: %s\n", strerror(errno));
        return status;
    }
    close(ends[1]);
    wait_for_end(worker, ends[0]);
    while (waitpid(worker, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* Ends as the other process did. */
static void end_like(int status)
{
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        (void)raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : CHILD_FAILED);
}

int main(int argc, char **argv)
{
    struct task t = {.seconds = argc > 2 ? argv[2] : "0"};

    if (argc != 3 || strcmp(argv[1], TRACE_TO_RECORDS) != 0)
        child_end(CHILD_ASKED_WRONGLY, "wanted: records SECONDS");
    /* What ends flame from a terminal must not end the one that removes the files: it sees that
     * flame has gone. */
    set_signals(SIG_IGN);
    unpacked_init(&t.unpacked);
    t.operand = mem_alloc(TRACE_OPERAND_MOST, 1);
    const bool ok = take_commands(&t);
    const int refused = t.unpacked.status;
    char words[sizeof t.unpacked.words];

    memcpy(words, t.unpacked.words, sizeof words);
    t.bounds = bounds_of(buf_str(&t.folders));
    const int status = ok ? write_and_wait(&t) : 0;
    unpacked_remove(&t.unpacked);
    if (ok && bounds_were_reached(&t.bounds, status, words, sizeof words))
        child_refuse(words);
    if (ok)
        end_like(status);
    child_end(*words ? refused : CHILD_FAILED, *words ? words : "the commands end too early");
}
