/* 4711 (nginx) S 1 4711 4711 0 -1 4194560 ... */
#include "record/targets/named_tasks.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/kernel_path.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/proc_fields.h"
#include "record/small_file.h"
#include "record/targets/tasks.h"

/* Of stat(5): fields behind the name, which count from the state on. */
enum { FLAGS = 6, THREADS = 17, KERNEL_THREAD = 0x200000, COMM_MOST = 15 };

struct task_search {
    struct named_tasks *found;
    struct str wanted;
    struct buf text; /* owned: scratch */
    unsigned distance;
    bool threads;
    uint32_t pid; /* whose threads are looked at */
};

/* What is read of a task's stat. Borrows the text that it was read from. */
struct task_stat {
    struct str comm;
    bool is_kernel, has_ended;
};

static bool parse_stat(struct str text, struct task_stat *stat)
{
    const size_t from = str_find(text, 0, STR("("));
    struct str rest = proc_stat_fields(text);
    const size_t to = text.n - rest.n;
    uint64_t number;
    struct str word;

    if (rest.n == 0 || to < from + 3)
        return false;
    *stat = (struct task_stat){.comm = str_from_to(text, from + 1, to - 2)};
    for (int i = 0; i <= THREADS && take_word(&rest, &word); i++) {
        const bool known = parse_u64(word, &number);
        if (i == 0)
            stat->has_ended = str_equal(word, STR("Z")) || str_equal(word, STR("X"));
        else if (i == FLAGS)
            stat->is_kernel = known && number & KERNEL_THREAD;
        else if (i == THREADS) /* the first thread of a process may end before the others */
            stat->has_ended = stat->has_ended && !(known && number > 1);
    }
    return true;
}

/* Whether a name is the wanted one; keeps it if it is the nearest so far. */
static bool look(struct task_search *s, struct str name)
{
    const unsigned distance = edit_distance(s->wanted, name, NAMED_TASK_ROOM);

    if (name.n && name.n < NAMED_TASK_ROOM && distance < s->distance &&
        distance <= (name.n + 2) / 3) {
        s->distance = distance;
        snprintf(s->found->nearest, sizeof s->found->nearest, "%.*s", (int)name.n, name.p);
    }
    return str_equal(s->wanted, name);
}

/* The kernel keeps 15 bytes of a command's name. */
static bool has_comm(struct task_search *s, struct str comm)
{
    return look(s, comm) ||
           (s->wanted.n > COMM_MOST && comm.n == COMM_MOST && str_starts(s->wanted, comm));
}

static bool has_program(struct task_search *s, uint32_t pid)
{
    char path[32];
    char program[PATH_MAX];

    snprintf(path, sizeof path, "/proc/%u/exe", pid);
    const ssize_t n = readlink(path, program, sizeof program);
    const struct str name = kernel_path_undeleted((struct str){program, n > 0 ? (size_t)n : 0});
    return name.n && look(s, path_base_name(name));
}

static void add(struct named_tasks *t, uint32_t number)
{
    t->numbers = mem_grow(t->numbers, &t->room, t->n + 1, sizeof *t->numbers);
    t->numbers[t->n++] = number;
}

static bool look_at_thread(void *context, uint32_t tid)
{
    struct task_search *s = context;
    struct task_stat stat;

    if (small_file_read(&s->text, "/proc/%u/task/%u/stat", s->pid, tid) &&
        parse_stat(buf_str(&s->text), &stat) && !stat.has_ended && has_comm(s, stat.comm))
        add(s->found, tid);
    return true;
}

static bool look_at_process(void *context, uint32_t pid)
{
    struct task_search *s = context;
    struct task_stat stat;
    char folder[32];

    if ((pid_t)pid == getpid() || !small_file_read(&s->text, "/proc/%u/stat", pid) ||
        !parse_stat(buf_str(&s->text), &stat) || stat.is_kernel || stat.has_ended)
        return true;
    if (s->threads) {
        s->pid = pid;
        snprintf(folder, sizeof folder, "/proc/%u/task", pid);
        tasks_each(folder, look_at_thread, s);
    } else if (has_comm(s, stat.comm) || has_program(s, pid)) {
        add(s->found, pid);
    }
    return true;
}

static void find(struct named_tasks *t, struct str name, bool threads)
{
    struct task_search s = {.found = t, .wanted = name, .distance = UINT_MAX, .threads = threads};

    *t = (struct named_tasks){0};
    tasks_each("/proc", look_at_process, &s);
    buf_free(&s.text);
}

void named_tasks_find_processes(struct named_tasks *t, struct str name)
{
    find(t, name, false);
}

void named_tasks_find_threads(struct named_tasks *t, struct str name)
{
    find(t, name, true);
}

void named_tasks_free(struct named_tasks *t)
{
    mem_free(t->numbers, t->room, sizeof *t->numbers);
    *t = (struct named_tasks){0};
}
