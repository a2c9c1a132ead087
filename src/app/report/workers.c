/* Runs worker processes in parallel, with two pipes each: for numbers of parts and for answers.
 * Replaces a worker that ends without an answer. */
#include "app/report/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/report/work.h"
#include "base/fields.h"
#include "base/mem.h"
#include "base/processors.h"
#include "base/transfer.h"

enum { AT_ONCE = 4096 };

struct worker {
    pid_t pid; /* 0: not running */
    int tasks; /* pipe for numbers of parts */
    bool busy;
    size_t part;
    struct buf said; /* the part of its answer read so far */
};

/* Workers and their pipes for answers, by the same index. */
struct workers {
    struct report_run *run;
    struct worker *rows;
    struct pollfd *pipes; /* fd -1: not running */
    size_t n;
    size_t next, to; /* parts */
    size_t done;
};

static void close_both(const int *ends)
{
    int error = errno;

    close(ends[0]);
    close(ends[1]);
    errno = error;
}

/* Runs in the new process. Closes the other workers' pipes, so that those see the end when the
 * parent closes them. */
NO_RETURN static void work(const struct workers *w, const int *tasks, const int *answers)
{
    close(tasks[1]);
    close(answers[0]);
    for (size_t i = 0; i < w->n; i++)
        if (w->rows[i].pid) {
            close(w->rows[i].tasks);
            close(w->pipes[i].fd);
        }
    report_work(w->run, tasks[0], answers[1]);
}

/* Starts a worker. False if the system provides no pipe or process; errno is set. */
static bool start(struct workers *w, size_t at)
{
    int tasks[2];
    int answers[2];

    if (pipe(tasks) != 0)
        return false;
    if (pipe(answers) != 0) {
        close_both(tasks);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0)
        work(w, tasks, answers);
    if (pid < 0) {
        close_both(tasks);
        close_both(answers);
        return false;
    }
    close(tasks[0]);
    close(answers[1]);
    w->rows[at].pid = pid;
    w->rows[at].tasks = tasks[1];
    w->pipes[at].fd = answers[0];
    return true;
}

static void end(struct workers *w, size_t at)
{
    struct worker *worker = &w->rows[at];
    int status = 0;

    close(worker->tasks);
    close(w->pipes[at].fd);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (worker->busy) {
        report_lost(w->run, worker->part, status);
        w->done++;
    }
    buf_free(&worker->said);
    *worker = (struct worker){0};
    w->pipes[at].fd = -1;
}

/* Reads the available part of the worker's answer, and stores the answer when it is complete. */
static void read_answer(struct workers *w, size_t at, struct fault *f)
{
    struct worker *worker = &w->rows[at];
    char bytes[AT_ONCE];
    ssize_t n = read(w->pipes[at].fd, bytes, sizeof bytes);
    struct str text;

    if (n <= 0) {
        if (n < 0 && errno == EINTR)
            return;
        if (n < 0)
            fault_set(f, FAULT_SYSTEM, "the answer of a process cannot be read: %s",
                      strerror(errno));
        end(w, at);
        return;
    }
    buf_add(&worker->said, (struct str){bytes, (size_t)n});
    struct str rest = buf_str(&worker->said);
    if (!worker->busy || !fields_get_text(&rest, &text))
        return;
    report_take(w->run, worker->part, text);
    buf_clear(&worker->said);
    worker->busy = false;
    w->done++;
}

/* Gives a worker its next part. If it is gone, the end of its answers shows that. */
static bool send_part(struct workers *w, size_t at, struct fault *f)
{
    const size_t part = w->next++;

    w->rows[at].busy = true;
    w->rows[at].part = part;
    return transfer_write(w->rows[at].tasks, (struct str){(const char *)&part, sizeof part}) ||
           errno == EPIPE ||
           fault_set(f, FAULT_SYSTEM, "a process cannot be given work: %s", strerror(errno));
}

static bool needs_work(const struct report_part *part)
{
    return !part->error && !part->dropped && !part->blocked;
}

/* Gives parts to all idle workers, and starts workers as needed. Skips parts that need no work. */
static bool fill(struct workers *w, struct fault *f)
{
    const struct report_part *parts = w->run->parts;
    size_t running = 0;

    for (size_t i = 0; i < w->n; i++) {
        for (; w->next < w->to && !needs_work(&parts[w->next]); w->next++)
            w->done++;
        if (w->next < w->to && !w->rows[i].busy) {
            if (!w->rows[i].pid && !start(w, i))
                continue;
            if (!send_part(w, i, f))
                return false;
        }
        running += w->rows[i].busy;
    }
    return running || w->next == w->to ||
           fault_set(f, FAULT_SYSTEM, "no process can be started: %s", strerror(errno));
}

static void run_all(struct workers *w, size_t n, struct fault *f)
{
    const struct message_request *messages = w->run->flame->input.messages;
    struct progress progress;

    progress_begin(&progress, messages->progress, w->run->folder);
    while (w->done < n && f->kind == FAULT_NONE && fill(w, f) && w->done < n) {
        int ready = poll(w->pipes, (nfds_t)w->n, -1);
        for (size_t i = 0; ready > 0 && i < w->n; i++)
            if (w->pipes[i].fd >= 0 && w->pipes[i].revents)
                read_answer(w, i, f);
        if (!messages->quiet)
            progress_count(&progress, w->done, n);
    }
    progress_end(&progress);
    for (size_t i = 0; i < w->n; i++)
        if (w->rows[i].pid)
            end(w, i);
}

static void on_broken_pipe(int signal_number)
{
    (void)signal_number;
}

bool report_workers_run(struct report_run *run, size_t from, size_t to, struct fault *f)
{
    unsigned asked = run->flame->input.read->ask.threads;
    struct workers w = {
        .run = run, .next = from, .to = to, .n = asked ? asked : processors_usable()};
    struct sigaction before;
    /* Not SIG_IGN, which programs that workers start would keep. */
    const struct sigaction action = {.sa_handler = on_broken_pipe, .sa_flags = SA_RESTART};

    w.rows = mem_alloc(w.n, sizeof *w.rows);
    w.pipes = mem_alloc(w.n, sizeof *w.pipes);
    for (size_t i = 0; i < w.n; i++)
        w.pipes[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    sigaction(SIGPIPE, NULL, &before);
    if (before.sa_handler != SIG_IGN)
        sigaction(SIGPIPE, &action, NULL); /* a worker may be gone when the parent writes to it */
    run_all(&w, to - from, f);
    sigaction(SIGPIPE, &before, NULL);
    mem_free(w.rows, w.n, sizeof *w.rows);
    mem_free(w.pipes, w.n, sizeof *w.pipes);
    return f->kind == FAULT_NONE;
}
