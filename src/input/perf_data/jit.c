/* 7f222dfed000 b py::_find_and_load in /tmp/perf-1234.map */
#include "input/perf_data/jit.h"

#include <unistd.h>

#include "base/mem.h"
#include "input/beside.h"
#include "input/given_maps.h"

void jit_free(struct jit *j)
{
    for (size_t i = 0; i < j->n; i++)
        perf_map_free(&j->processes[i].map);
    mem_free(j->processes, j->room, sizeof *j->processes);
}

/* Whether the recording is of this machine, where its processes may live yet. */
static bool is_of_here(const struct recording *rec)
{
    char name[256];

    if (!rec->hostname || gethostname(name, sizeof name) != 0)
        return false;
    name[sizeof name - 1] = '\0';
    return str_equal(names_get(&rec->names, rec->hostname), str_of(name));
}

static bool load(struct jit *j, struct jit_process *process)
{
    const struct reading *r = j->rec->r;
    struct buf beside = {0};
    bool has_folder = beside_folder(r, &beside);
    const struct perf_map_key key = {.pid = process->pid,
                                     .may_live = is_of_here(j->rec),
                                     .beside = has_folder ? beside.p : NULL};

    bool ok = perf_map_load(&process->map, &key, j->rec->options, r->limits, j->f);
    buf_free(&beside);
    return ok;
}

bool jit_find(struct jit *j, uint32_t pid, uint64_t address, struct str *name, struct str *path)
{
    const struct given_maps *given = j->rec->r->maps;
    size_t i = 0;

    *path = STR("");
    if (given && given_maps_at(given, pid, address, name))
        return true;
    while (i < j->n && j->processes[i].pid != pid)
        i++;
    if (i == j->n) {
        j->processes = mem_grow(j->processes, &j->room, j->n + 1, sizeof *j->processes);
        j->processes[j->n++] = (struct jit_process){.pid = pid};
        if (!load(j, &j->processes[i]))
            return false;
    }
    const struct perf_map *map = &j->processes[i].map;
    const struct symbol *symbol = table_find(&map->names, address);
    *name = symbol ? table_name(&map->names, symbol) : STR("");
    *path = map->path.n ? (struct str){map->path.p, map->path.n - 1} : STR("");
    return true;
}
