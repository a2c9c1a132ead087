/* Finds the threads of the chosen processes, and the folders of the chosen control groups. */
#include "record/targets/targets.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"
#include "record/targets/tasks.h"

enum { PATH = 4096 };

/* Threads times processors, above which stacks are not chosen by what comes. */
enum { TO_CHOOSE_MOST = 512 };

static void add_tid(struct targets *t, uint32_t tid)
{
    for (size_t i = 0; i < t->n_tids; i++)
        if (t->tids[i] == tid)
            return;
    t->tids = mem_grow(t->tids, &t->tids_room, t->n_tids + 1, sizeof *t->tids);
    t->tids[t->n_tids++] = tid;
}

static bool add_found(void *context, uint32_t tid)
{
    add_tid(context, tid);
    return true;
}

/* Adds the threads of a process, until looking again finds no new one. */
static bool add_process(struct targets *t, uint32_t pid, bool may_be_gone, struct fault *f)
{
    char folder[64];
    size_t before;

    snprintf(folder, sizeof folder, "/proc/%u/task", pid);
    do {
        before = t->n_tids;
        if (!tasks_each(folder, add_found, t))
            return may_be_gone ||
                   fault_set(f, FAULT_USAGE, "-p %u: no such process, wanted one that runs", pid);
    } while (t->n_tids > before);
    return true;
}

static bool open_groups(struct targets *t, const struct record_order *order, struct fault *f)
{
    bool ok = true;

    for (size_t i = 0; ok && i < order->n_groups; i++)
        ok = groups_add(&t->groups, order->groups[i], f);
    for (size_t i = 0; ok && i < order->n_containers; i++)
        ok = groups_add_container(&t->groups, order->containers[i], f);
    return ok;
}

bool targets_find(struct targets *t, const struct record_order *order, uint32_t command,
                  struct task_filter *filter, struct fault *f)
{
    if (command) {
        if (!order->all && !order->n_groups && !order->n_containers)
            add_tid(t, command);
        task_filter_add_process(filter, command);
    }
    for (size_t i = 0; i < order->n_pids; i++) {
        const bool named = i + order->n_named >= order->n_pids;
        if (!add_process(t, order->pids[i], order->started || named, f))
            return false;
        task_filter_add_process(filter, order->pids[i]);
    }
    if (order->n_named && !t->n_tids) /* none would be the whole system */
        return fault_set(f, FAULT_USAGE, "-p %u: has ended, wanted one that runs", order->pids[0]);
    for (size_t i = 0; i < order->n_tids; i++) {
        add_tid(t, order->tids[i]);
        task_filter_add_thread(filter, order->tids[i]);
    }
    return open_groups(t, order, f);
}

bool targets_are_many(const struct targets *t, const struct record_order *order)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t n = t->n_tids * (processors > 0 ? (size_t)processors : 1);
    struct rlimit files;

    return order->all || t->groups.n || n > TO_CHOOSE_MOST ||
           (getrlimit(RLIMIT_NOFILE, &files) == 0 &&
            n * COUNTER_SETS * order->counting.events->n > files.rlim_max / 2);
}

void targets_lend(const struct targets *t, const struct record_order *order, struct counting *how)
{
    how->tids = t->tids;
    how->n_tids = t->n_tids;
    how->pids = order->pids;
    how->n_pids = order->n_pids;
    how->groups = t->groups.fds;
    how->n_groups = t->groups.n;
}

static bool has_line(struct str lines, struct str line)
{
    struct str have;

    while (lines.n && take_field(&lines, '\n', &have))
        if (str_equal(have, line))
            return true;
    return false;
}

/* Adds what is not among the lines: most threads are in the groups of others. */
static void add_lines(struct buf *lines, struct str more)
{
    struct str line;

    while (more.n && take_field(&more, '\n', &line)) {
        if (!line.n || has_line(buf_str(lines), line))
            continue;
        buf_add(lines, line);
        buf_add_byte(lines, '\n');
    }
}

bool targets_group_lines(const struct targets *t, struct buf *lines)
{
    struct buf text = {0};
    char name[64];
    char path[PATH];

    for (size_t i = 0; i < t->groups.n; i++) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", t->groups.fds[i]);
        const ssize_t n = readlink(name, path, sizeof path);
        if (n > 0)
            add_lines(lines, (struct str){path, (size_t)n});
    }
    for (size_t i = 0; i < t->n_tids; i++)
        if (small_file_read(&text, "/proc/%u/cgroup", t->tids[i]))
            add_lines(lines, buf_str(&text));
    buf_free(&text);
    return t->groups.n + t->n_tids != 0;
}

void targets_free(struct targets *t)
{
    groups_close(&t->groups);
    mem_free(t->tids, t->tids_room, sizeof *t->tids);
    *t = (struct targets){.n_tids = 0};
}

bool targets_ended(const struct record_order *order)
{
    const struct tasks_chosen chosen = {false, order->pids, order->n_pids, order->tids,
                                        order->n_tids};

    return order->n_pids + order->n_tids != 0 && !order->command[0] && !tasks_run(&chosen);
}
