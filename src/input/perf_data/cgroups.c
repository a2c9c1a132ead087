/* {u64 id, path}: PERF_RECORD_CGROUP. */
#include "input/perf_data/cgroups.h"

#include <stdlib.h>

#include "base/mem.h"

static uint32_t tag_of(const struct cgroups *c, uint64_t id)
{
    return hash_ids(&c->key, (uint32_t)(id >> 32), (uint32_t)id);
}

/* 1 + the row; 0: none. */
static uint32_t find(const struct cgroups *c, uint64_t id)
{
    for (struct slots_match m = slots_find(&c->slots, tag_of(c, id)); m.id; slots_find_next(&m))
        if (c->rows[m.id - 1].id == id)
            return m.id;
    return 0;
}

void cgroups_add(struct cgroups *c, struct names *names, struct bytes body)
{
    struct str path;
    uint64_t id;

    if (!bytes_u64(&body, &id) || !bytes_str(&body, body.n, &path))
        return;
    path = str_until_nul(path);
    if (c->n == 0)
        c->key = hash_key_draw();
    if (find(c, id) || path.n == 0)
        return;
    c->rows = mem_grow(c->rows, &c->room, (size_t)c->n + 1, sizeof *c->rows);
    c->rows[c->n++] = (struct cgroup){id, names_add(names, path)};
    slots_add(&c->slots, tag_of(c, id), c->n);
}

name_id cgroups_find(const struct cgroups *c, uint64_t id)
{
    uint32_t found = find(c, id);

    return found ? c->rows[found - 1].path : 0;
}

void cgroups_add_process(struct cgroups *c, uint32_t pid, name_id path)
{
    c->processes =
        mem_grow(c->processes, &c->processes_room, c->n_processes + 1, sizeof *c->processes);
    c->processes[c->n_processes++] = (struct process_cgroup){pid, path};
}

static int by_pid(const void *a, const void *b)
{
    const struct process_cgroup *x = a;
    const struct process_cgroup *y = b;

    return (x->pid > y->pid) - (x->pid < y->pid);
}

void cgroups_sort_processes(struct cgroups *c)
{
    if (c->n_processes)
        qsort(c->processes, c->n_processes, sizeof *c->processes, by_pid);
}

name_id cgroups_of_process(const struct cgroups *c, uint32_t pid)
{
    const struct process_cgroup wanted = {.pid = pid};
    const struct process_cgroup *found =
        c->n_processes
            ? bsearch(&wanted, c->processes, c->n_processes, sizeof *c->processes, by_pid)
            : NULL;

    return found ? found->path : 0;
}

void cgroups_free(struct cgroups *c)
{
    mem_free(c->rows, c->room, sizeof *c->rows);
    slots_free(&c->slots);
    mem_free(c->processes, c->processes_room, sizeof *c->processes);
    *c = (struct cgroups){0};
}
