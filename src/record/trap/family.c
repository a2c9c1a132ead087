/* 4711 (a name) S 4700 ... in /proc/PID/stat, and /proc/PID/task/TID/children: proc(5). */
#include "record/trap/family.h"

#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/proc_fields.h"
#include "record/small_file.h"
#include "record/targets/tasks.h"

enum { PATH = 4096 };

/* Fields of /proc/PID/stat behind the name, counted from the state. */
enum {
    STAT_STATE,
    STAT_PARENT,
    STAT_TIMES = 11, /* user, system, and both of children that were waited for */
    STAT_THREADS = 17,
    STAT_START = 19,
    STAT_PAGES = 21,
    STAT_FIELDS
};

struct process_stat {
    char state;
    uint64_t fields[STAT_FIELDS]; /* a negative one is 0 */
};

void family_free(struct family *f)
{
    mem_free(f->firsts, f->firsts_room, sizeof *f->firsts);
    mem_free(f->pids, f->pids_room, sizeof *f->pids);
    mem_free(f->pairs, f->pairs_room, sizeof *f->pairs);
    buf_free(&f->text);
    *f = (struct family){.root = f->root};
}

/* False when there is no such process. */
static bool read_stat(struct family *f, uint32_t pid, struct process_stat *s)
{
    if (!small_file_read(&f->text, "%s/proc/%u/stat", f->root, pid))
        return false;
    struct str rest = proc_stat_fields(buf_str(&f->text));
    struct str word;
    size_t n = 0;

    *s = (struct process_stat){.state = 0};
    for (; n < STAT_FIELDS && take_word(&rest, &word); n++)
        if (n == STAT_STATE)
            s->state = word.p[0];
        else if (!parse_u64(word, &s->fields[n]))
            s->fields[n] = 0;
    return n == STAT_FIELDS;
}

/* The first thread of a process may end before the others. */
static bool is_running(const struct process_stat *s)
{
    return (s->state != 'Z' && s->state != 'X') || s->fields[STAT_THREADS] > 1;
}

/* Kernels without CONFIG_PROC_CHILDREN list none. */
static bool lists_children(const struct family *f, uint32_t pid)
{
    char path[PATH];

    return snprintf(path, sizeof path, "%s/proc/%u/task/%u/children", f->root, pid, pid) < PATH &&
           access(path, R_OK) == 0;
}

bool family_add(struct family *f, uint32_t pid)
{
    struct process_stat s;

    if (!read_stat(f, pid, &s) || !is_running(&s))
        return false;
    f->unlisted = f->unlisted || !lists_children(f, pid);
    f->firsts = mem_grow(f->firsts, &f->firsts_room, f->n_firsts + 1, sizeof *f->firsts);
    f->firsts[f->n_firsts++] = (struct family_first){pid, s.fields[STAT_START], false};
    return true;
}

static void add_member(struct family *f, uint32_t pid)
{
    for (size_t i = 0; i < f->n_pids; i++)
        if (f->pids[i] == pid)
            return;
    f->pids = mem_grow(f->pids, &f->pids_room, f->n_pids + 1, sizeof *f->pids);
    f->pids[f->n_pids++] = pid;
}

static bool add_children(void *family, uint32_t tid)
{
    struct family *f = family;
    uint64_t pid;
    struct str word;

    if (!small_file_read(&f->text, "%s/proc/%u/task/%u/children", f->root, f->of, tid))
        return true;
    for (struct str rest = str_trim(buf_str(&f->text)); take_word(&rest, &word);)
        if (parse_u64(word, &pid) && pid && pid <= INT32_MAX)
            add_member(f, (uint32_t)pid);
    return true;
}

static bool add_pair(void *family, uint32_t pid)
{
    struct family *f = family;
    struct process_stat s;

    if (!read_stat(f, pid, &s))
        return true;
    f->pairs = mem_grow(f->pairs, &f->pairs_room, f->n_pairs + 2, sizeof *f->pairs);
    f->pairs[f->n_pairs++] = pid;
    f->pairs[f->n_pairs++] = (uint32_t)s.fields[STAT_PARENT];
    return true;
}

/* Where the kernel lists no children, all processes are asked for their parents. */
static void find_by_parents(struct family *f)
{
    char folder[PATH];

    f->n_pairs = 0;
    if (snprintf(folder, sizeof folder, "%s/proc", f->root) < PATH)
        tasks_each(folder, add_pair, f);
    for (size_t i = 0; i < f->n_pids; i++)
        for (size_t k = 0; k < f->n_pairs; k += 2)
            if (f->pairs[k + 1] == f->pids[i])
                add_member(f, f->pairs[k]);
}

static void find_by_lists(struct family *f)
{
    char folder[PATH];

    for (size_t i = 0; i < f->n_pids; i++) {
        f->of = f->pids[i];
        if (snprintf(folder, sizeof folder, "%s/proc/%u/task", f->root, f->of) < PATH)
            tasks_each(folder, add_children, f);
    }
}

bool family_runs(struct family *f)
{
    struct process_stat s;

    f->n_pids = 0;
    for (size_t i = 0; i < f->n_firsts; i++) {
        struct family_first *first = &f->firsts[i];
        first->ended = first->ended || !read_stat(f, first->pid, &s) || !is_running(&s) ||
                       s.fields[STAT_START] != first->start;
        if (!first->ended)
            add_member(f, first->pid);
    }
    return f->n_pids != 0;
}

bool family_look(struct family *f)
{
    const bool any = family_runs(f);

    if (f->unlisted)
        find_by_parents(f);
    else
        find_by_lists(f);
    return any;
}

void family_sum(struct family *f, struct family_usage *usage)
{
    const uint64_t tick_ns = UINT64_C(1000000000) / (uint64_t)sysconf(_SC_CLK_TCK);
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct process_stat s;

    *usage = (struct family_usage){0};
    for (size_t i = 0; i < f->n_pids; i++) {
        if (!read_stat(f, f->pids[i], &s))
            continue;
        for (size_t k = 0; k < 4; k++)
            usage->ns += s.fields[STAT_TIMES + k] * tick_ns;
        usage->bytes += s.fields[STAT_PAGES] * page;
        usage->threads += s.fields[STAT_THREADS];
    }
}
