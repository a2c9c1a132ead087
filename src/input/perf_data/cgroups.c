/* {u64 id, path}: PERF_RECORD_CGROUP. */
#include "input/perf_data/cgroups.h"

#include <stdlib.h>

#include "base/mem.h"

static uint32_t tag_of(const struct cgroups *c, uint64_t id)
{
    return hash_ids(&c->key, (uint32_t)(id >> 32), (uint32_t)id);
}

/* Returns the slot of an id, or the free slot for it. */
static struct slot *slot_of(const struct cgroups *c, uint64_t id)
{
    uint32_t tag = tag_of(c, id);
    size_t at = tag & (c->n_slots - 1);

    while (c->slots[at].id && (c->slots[at].tag != tag || c->rows[c->slots[at].id - 1].id != id))
        at = (at + 1) & (c->n_slots - 1);
    return &c->slots[at];
}

/* The table is at most half full. */
static void grow_slots(struct cgroups *c)
{
    enum { SLOTS_LEAST = 16 };

    if (!c->slots) {
        c->key = hash_key_draw();
        c->n_slots = SLOTS_LEAST;
        c->slots = mem_alloc(c->n_slots, sizeof *c->slots);
    }
    if (((size_t)c->n + 1) * 2 > c->n_slots)
        slots_double(&c->slots, &c->n_slots);
}

void cgroups_see(struct cgroups *c, struct names *names, struct bytes body)
{
    struct str path;
    uint64_t id;

    if (!bytes_u64(&body, &id) || !bytes_str(&body, body.n, &path))
        return;
    path = str_until_nul(path);
    grow_slots(c);
    struct slot *slot = slot_of(c, id);
    if (slot->id || path.n == 0)
        return;
    c->rows = mem_grow(c->rows, &c->room, (size_t)c->n + 1, sizeof *c->rows);
    c->rows[c->n++] = (struct cgroup){id, names_add(names, path)};
    *slot = (struct slot){tag_of(c, id), c->n};
}

name_id cgroups_find(const struct cgroups *c, uint64_t id)
{
    const struct slot *slot = c->n_slots ? slot_of(c, id) : NULL;

    return slot && slot->id ? c->rows[slot->id - 1].path : 0;
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
    mem_free(c->slots, c->n_slots, sizeof *c->slots);
    mem_free(c->processes, c->processes_room, sizeof *c->processes);
    *c = (struct cgroups){0};
}
