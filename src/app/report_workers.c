/* Processes side by side, each with a pipe through which it answers. */
#include "app/report_workers.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/report_work.h"
#include "app/say.h"
#include "base/mem.h"
#include "base/processors.h"

enum { ANSWER_MOST = 16 << 20, AT_ONCE = 64 << 10 };

struct worker {
    pid_t pid;
    size_t file;
};

/* Workers and their pipes, by the same places. */
struct workers {
    struct report_run *run;
    struct worker *rows;
    struct pollfd *pipes;
    size_t n, room;
    size_t begun, done; /* files */
};

/* False when the system gives no pipe or process now; errno says why. */
static bool start(struct workers *w)
{
    struct report_run *run = w->run;
    size_t file = w->begun;
    int ends[2];

    if (pipe(ends) != 0)
        return false;
    pid_t pid = fork();
    if (pid < 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        errno = error;
        return false;
    }
    if (pid == 0) {
        close(ends[0]);
        for (size_t i = 0; i < w->n; i++)
            close(w->pipes[i].fd);
        report_work(run, file, ends[1]);
    }
    close(ends[1]);
    run->parts[file].answer.max = ANSWER_MOST;
    w->rows[w->n] = (struct worker){pid, file};
    w->pipes[w->n++] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    w->begun++;
    return true;
}

static void end(struct workers *w, size_t at)
{
    int status = 0;

    close(w->pipes[at].fd);
    while (waitpid(w->rows[at].pid, &status, 0) < 0 && errno == EINTR)
        continue;
    report_take(w->run, w->rows[at].file, status);
    w->rows[at] = w->rows[--w->n];
    w->pipes[at] = w->pipes[w->n];
    w->done++;
}

/* Takes what the worker has said by now. */
static void listen(struct workers *w, size_t at)
{
    char bytes[AT_ONCE / 16];
    ssize_t n = read(w->pipes[at].fd, bytes, sizeof bytes);

    if (n > 0)
        buf_add(&w->run->parts[w->rows[at].file].answer, (struct str){bytes, (size_t)n});
    else if (n == 0 || errno != EINTR)
        end(w, at);
}

/* Files that cannot be opened as folders are known to have failed. */
static bool is_known(const struct report_run *run, size_t file)
{
    return run->files.rows[file].error != 0;
}

static bool fill(struct workers *w, struct fault *f)
{
    while (w->begun < w->run->files.n) {
        if (is_known(w->run, w->begun)) {
            w->begun++;
            w->done++;
        } else if (w->n == w->room) {
            return true;
        } else if (!start(w)) {
            return w->n ||
                   fault_set(f, FAULT_SYSTEM, "no process can be started: %s", strerror(errno));
        }
    }
    return true;
}

bool report_workers_run(struct report_run *run, struct fault *f)
{
    unsigned asked = run->request->threads;
    struct workers w = {.run = run, .room = asked ? asked : processors_usable()};
    struct progress progress;
    bool ok = true;

    w.rows = mem_alloc(w.room, sizeof *w.rows);
    w.pipes = mem_alloc(w.room, sizeof *w.pipes);
    progress_begin(&progress, run->request->progress, run->folder);
    while (ok && w.done < run->files.n) {
        ok = fill(&w, f);
        if (!ok || !w.n)
            continue;
        int ready = poll(w.pipes, (nfds_t)w.n, -1);
        for (size_t i = ready > 0 ? w.n : 0; i-- > 0;)
            if (w.pipes[i].revents)
                listen(&w, i);
        if (!run->request->quiet)
            progress_count(&progress, w.done, run->files.n);
    }
    progress_end(&progress);
    mem_free(w.rows, w.room, sizeof *w.rows);
    mem_free(w.pipes, w.room, sizeof *w.pipes);
    return ok;
}
