/* Runs the BPF program once for each thread; its rows are read from a file of the kernel. */
#include "record/trap/waiting.h"

#include <errno.h>
#include <unistd.h>

#include "base/mem.h"

static bool make_maps(struct waiting_maps *maps)
{
    const uint32_t key = sizeof(uint32_t);

    maps->threads =
        bpf_map(BPF_MAP_TYPE_LRU_HASH, key, sizeof(struct waiting_thread), WAITING_THREADS, 0);
    maps->row = bpf_map(BPF_MAP_TYPE_ARRAY, key, sizeof(struct waiting_row), 1, 0);
    return maps->threads >= 0 && maps->row >= 0;
}

static enum off_cpu_fault fault_of(int error)
{
    return error == EPERM || error == EACCES ? OFF_CPU_NO_RIGHT : OFF_CPU_REFUSED;
}

/* In whole microseconds, as the program compares; the rest is up to who reads the rows. */
static uint32_t limit_us_of(uint64_t limit_ns)
{
    return limit_ns / 1000 < INT32_MAX ? (uint32_t)(limit_ns / 1000) : INT32_MAX;
}

static enum off_cpu_fault load(struct waiting *w, const struct waiting_types *types,
                               uint64_t limit_ns)
{
    struct bpf_code *code = mem_alloc(1, sizeof *code);

    waiting_code(code, types, &w->maps, limit_us_of(limit_ns));
    w->program = bpf_load_task_look(code, types->iter_task);
    const int error = errno;
    mem_free(code, 1, sizeof *code);
    errno = error;
    return w->program >= 0 ? OFF_CPU_FINE : fault_of(error);
}

enum off_cpu_fault waiting_open(struct waiting *w, uint64_t limit_ns)
{
    struct kernel_types types = {.names = STR("")};
    struct waiting_types found = {0};

    *w = (struct waiting){.is_open = true, .maps = {-1, -1}, .program = -1};
    if (!bpf_numbers_are_ours())
        return OFF_CPU_NAMESPACE;
    bool known =
        kernel_types_read(&types, "/sys/kernel/btf/vmlinux") && waiting_types_find(&found, &types);
    kernel_types_free(&types);
    if (!known)
        return OFF_CPU_NO_TYPES;
    if (!make_maps(&w->maps))
        return fault_of(errno);
    return load(w, &found, limit_ns);
}

static void drop_link(struct waiting *w, size_t i)
{
    close(w->links[i].fd);
    w->links[i] = w->links[--w->n_links];
}

static bool add_link(struct waiting *w, uint32_t pid)
{
    const int fd = bpf_link_task_look(w->program, pid);

    if (fd >= 0)
        w->links[w->n_links++] = (struct waiting_link){pid, fd};
    else if (errno != ESRCH) /* it has ended */
        w->only_all = true;
    return fd >= 0 || errno == ESRCH;
}

static bool is_in(uint32_t pid, const uint32_t *pids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pids[i] == pid)
            return true;
    return false;
}

static bool has_link(const struct waiting *w, uint32_t pid)
{
    for (size_t i = 0; i < w->n_links; i++)
        if (w->links[i].pid == pid)
            return true;
    return false;
}

static void choose_all(struct waiting *w)
{
    if (w->n_links == 1 && w->links[0].pid == 0)
        return;
    while (w->n_links)
        drop_link(w, 0);
    (void)add_link(w, 0);
}

void waiting_choose(struct waiting *w, const uint32_t *pids, size_t n)
{
    if (n == 0 || n > WAITING_LINKS || w->only_all) {
        choose_all(w);
        return;
    }
    for (size_t i = w->n_links; i-- > 0;)
        if (!is_in(w->links[i].pid, pids, n))
            drop_link(w, i);
    for (size_t i = 0; i < n; i++)
        if (!has_link(w, pids[i]) && !add_link(w, pids[i])) {
            choose_all(w);
            return;
        }
}

void waiting_look(struct waiting *w)
{
    buf_clear(&w->rows);
    for (size_t i = 0; i < w->n_links; i++)
        (void)!bpf_look_at_tasks(w->links[i].fd, &w->rows);
}

const struct waiting_row *waiting_rows(const struct waiting *w, size_t *n)
{
    *n = w->rows.n / sizeof(struct waiting_row);
    return (const struct waiting_row *)(const void *)w->rows.p;
}

void waiting_close(struct waiting *w)
{
    if (!w->is_open)
        return;
    while (w->n_links)
        drop_link(w, 0);
    if (w->program >= 0)
        close(w->program);
    if (w->maps.threads >= 0)
        close(w->maps.threads);
    if (w->maps.row >= 0)
        close(w->maps.row);
    buf_free(&w->rows);
    *w = (struct waiting){.is_open = false};
}
