/* Three programs keep the map of threads: at sched_process_fork, task_rename (a program is started)
 * and sched_process_free, which comes when nothing of a thread is left to be counted. */
#include "record/sleep/thread_filter.h"

#include <linux/btf.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/sleep/bpf.h"
#include "record/sleep/kernel_types.h"
#include "record/targets/tasks.h"

/* Places in the frame of a program. */
enum { KEY = -4, FIRST = -8, AWAITED = -16 };

/* Of tracepoints, and where a task has its number. */
struct types {
    uint32_t fork, rename, free;
    int16_t pid;
};

static bool find_types(struct types *to)
{
    struct kernel_types types = {.names = STR("")};
    bool ok = kernel_types_read(&types, "/sys/kernel/btf/vmlinux");

    if (ok) {
        const unsigned kind = BTF_KIND_TYPEDEF;
        to->fork = kernel_types_find(&types, kind, STR("btf_trace_sched_process_fork"));
        to->rename = kernel_types_find(&types, kind, STR("btf_trace_task_rename"));
        to->free = kernel_types_find(&types, kind, STR("btf_trace_sched_process_free"));
        ok = to->fork && to->rename && to->free &&
             kernel_types_member(&types, STR("task_struct"), STR("pid"), &to->pid);
    }
    kernel_types_free(&types);
    return ok;
}

/* Points a register to a place in the frame, another to a map. */
static void name_entry(struct bpf_code *c, int map, int16_t key)
{
    bpf_address_in_frame(c, R2, key);
    bpf_load_map(c, R1, map);
}

/* Sets the key to the number of the task that an argument is. */
static void set_key(struct bpf_code *c, const struct types *types, int argument)
{
    bpf_load(c, BPF_DW, R1, R6, (int16_t)(8 * argument));
    bpf_load(c, BPF_W, R1, R1, types->pid);
    bpf_store(c, BPF_W, FRAME, KEY, R1);
}

/* Arguments: the parent, the child. */
static void write_fork(struct bpf_code *c, const struct thread_filter *t, const struct types *types)
{
    struct bpf_jumps none = {.n = 0};

    bpf_move(c, R6, R1);
    set_key(c, types, 0);
    bpf_look_up(c, t->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    set_key(c, types, 1);
    bpf_store_value(c, BPF_DW, FRAME, AWAITED, 0);
    name_entry(c, t->threads, KEY);
    bpf_address_in_frame(c, R3, AWAITED);
    bpf_set(c, R4, BPF_ANY);
    bpf_call(c, BPF_FUNC_map_update_elem);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    bpf_store_value(c, BPF_W, FRAME, FIRST, 0);
    bpf_look_up(c, t->left_out, FIRST);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    bpf_load(c, BPF_DW, R1, R0, 0);
    bpf_do(c, BPF_ADD, R1, 1);
    bpf_store(c, BPF_DW, R0, 0, R1);
    bpf_set_jump_targets(c, &none);
    bpf_end(c, 0);
}

/* Arguments: the task, ... */
static void write_rename(struct bpf_code *c, const struct thread_filter *t,
                         const struct types *types)
{
    struct bpf_jumps none = {.n = 0};

    bpf_move(c, R6, R1);
    set_key(c, types, 0);
    bpf_look_up(c, t->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &none);
    bpf_store_value(c, BPF_DW, R0, 0, 0);
    bpf_set_jump_targets(c, &none);
    bpf_end(c, 0);
}

/* Arguments: the task. */
static void write_free(struct bpf_code *c, const struct thread_filter *t, const struct types *types)
{
    bpf_move(c, R6, R1);
    set_key(c, types, 0);
    name_entry(c, t->threads, KEY);
    bpf_call(c, BPF_FUNC_map_delete_elem);
    bpf_end(c, 0);
}

static void write_filter(struct bpf_code *c, const struct thread_filter *t)
{
    struct bpf_jumps dropped = {.n = 0};

    bpf_call(c, BPF_FUNC_get_current_pid_tgid);
    bpf_store(c, BPF_W, FRAME, KEY, R0); /* the lower half: the thread */
    bpf_look_up(c, t->threads, KEY);
    bpf_jump_if(c, BPF_JEQ, R0, 0, &dropped);
    bpf_load(c, BPF_DW, R1, R0, 0);
    bpf_jump_if(c, BPF_JNE, R1, 0, &dropped);
    bpf_end(c, 1);
    bpf_set_jump_targets(c, &dropped);
    bpf_end(c, 0);
}

static bool load(struct thread_filter *t, const struct bpf_code *code, uint32_t type)
{
    const int fd = bpf_load_program(code, type);

    if (fd >= 0)
        t->programs[t->n_programs++] = fd;
    return fd >= 0;
}

static bool load_all(struct thread_filter *t, const struct types *types)
{
    enum { CODES = THREAD_FILTER_PROGRAMS + 1 };
    struct bpf_code *codes = mem_alloc(CODES, sizeof *codes);

    write_fork(&codes[0], t, types);
    write_rename(&codes[1], t, types);
    write_free(&codes[2], t, types);
    write_filter(&codes[3], t);
    const int filter = bpf_load_filter(&codes[3]);
    t->filter = filter > 0 ? filter : 0;
    const bool ok = t->filter && load(t, &codes[0], types->fork) &&
                    load(t, &codes[1], types->rename) && load(t, &codes[2], types->free);
    mem_free(codes, CODES, sizeof *codes);
    return ok;
}

/* All room is taken at once, as programs of counters want it before Linux 6.1. */
bool thread_filter_open(struct thread_filter *t)
{
    const uint32_t key = sizeof(uint32_t);
    const uint32_t size = sizeof(uint64_t);
    struct types types = {.pid = 0};

    *t = (struct thread_filter){.is_open = true, .left_out = -1};
    if (!bpf_numbers_are_ours())
        return false;
    t->threads = bpf_map(BPF_MAP_TYPE_HASH, key, size, THREAD_FILTER_THREADS, 0);
    if (t->threads >= 0)
        t->left_out = bpf_map(BPF_MAP_TYPE_ARRAY, key, size, 1, 0);
    return t->left_out >= 0 && find_types(&types) && load_all(t, &types);
}

/* False when it was there, or there is no room. */
static bool add(struct thread_filter *t, uint32_t tid, bool awaited)
{
    const uint64_t value = awaited;

    return bpf_map_add(t->threads, &tid, &value);
}

struct added {
    struct thread_filter *filter;
    size_t n;
};

static bool add_thread(void *added, uint32_t tid)
{
    struct added *a = added;

    a->n += add(a->filter, tid, false);
    return true;
}

/* Threads come while they are looked at: until looking again finds no new one. */
static void add_process(struct thread_filter *t, uint32_t pid)
{
    struct added added = {t, 0};
    char folder[64];
    size_t before;

    snprintf(folder, sizeof folder, "/proc/%u/task", pid);
    do {
        before = added.n;
        if (!tasks_each(folder, add_thread, &added))
            return;
    } while (added.n > before);
}

bool thread_filter_begin(struct thread_filter *t, const struct counting *how, bool awaits_first)
{
    for (size_t i = 0; i < t->n_programs; i++) {
        t->links[i] = bpf_attach(t->programs[i]);
        if (t->links[i] < 0)
            return false;
        t->n_links++;
    }
    for (size_t i = 0; i < how->n_tids; i++)
        (void)add(t, how->tids[i], i == 0 && awaits_first);
    for (size_t i = 0; i < how->n_pids; i++)
        add_process(t, how->pids[i]);
    return true;
}

uint64_t thread_filter_left_out(const struct thread_filter *t)
{
    const uint32_t first = 0;
    uint64_t n = 0;

    return t->n_links && bpf_map_get(t->left_out, &first, &n) ? n : 0;
}

void thread_filter_close(struct thread_filter *t)
{
    if (!t->is_open)
        return;
    while (t->n_links)
        close(t->links[--t->n_links]);
    while (t->n_programs)
        close(t->programs[--t->n_programs]);
    if (t->filter)
        close(t->filter);
    if (t->threads > 0)
        close(t->threads);
    if (t->left_out > 0)
        close(t->left_out);
    *t = (struct thread_filter){.is_open = false};
}
