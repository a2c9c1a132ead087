/* page=4K level=L3 node=1 data="table (server)": finds the labels of memory accesses. */
#include "input/perf_data/sample_memory.h"

#include <inttypes.h>
#include <stdio.h>

#include "input/perf_data/code/sources.h"

void sample_memory_init(struct sample_memory *m, struct addresses *addresses, unsigned wanted)
{
    *m = (struct sample_memory){addresses, wanted};
}

/* The kernel's own addresses, as in a program's they are the negative ones. */
static bool is_of_kernel(uint64_t address)
{
    return address >> 63;
}

/* An address of 0 is one that the kernel could not tell, as of a page that is not there yet. The
 * node of the processor does not stand in for it: it would look like that of the memory. */
static void set_node(const struct sample_memory *m, uint64_t address, struct memory_access *access)
{
    const struct memory_nodes *nodes = &m->addresses->rec->memory_nodes;
    uint64_t node;
    char text[24] = "N/A";

    if (!nodes->n)
        return;
    if (address && memory_nodes_find(nodes, address, &node))
        snprintf(text, sizeof text, "%" PRIu64, node);
    memory_access_set_text(access, MEMORY_NODE, str_of(text));
}

/* Lends the symbol that lies so many bytes behind an address of a process; "": none. */
static struct str symbol_at(struct addresses *a, struct process *process, uint64_t address,
                            uint64_t behind)
{
    struct unwind_where where;
    struct str raw = STR("");
    struct str name;

    if (!addresses_locate(a, process, address, &where) || !where.module)
        return raw;
    modules_hold(a->sources->modules, where.module);
    raw = modules_object(a->sources->modules, where.module, where.address + behind);
    modules_release(a->sources->modules, where.module);
    return raw.n && tidier_demangle(a->tidier, raw, &name) ? name : raw;
}

/* Variables that begin as zeros lie in memory behind what is mapped of their file. Lends the symbol
 * at an address that is mapped from `start` on, and sets the path to that of the file; "": none. */
static struct str symbol_behind_file(struct addresses *a, struct process *process, uint64_t start,
                                     uint64_t address, struct str *path)
{
    const struct mapping *map = processes_find(a->processes, process, start - 1);

    if (!map || a->processes->files[map->file].is_memory)
        return STR("");
    struct str file = names_get(&a->processes->names, a->processes->files[map->file].path);
    struct str symbol = symbol_at(a, process, map->start, address - map->start);
    if (symbol.n)
        *path = file;
    return symbol;
}

/* Whether an address that nothing is mapped at is a program's heap. The kernel does not tell when
 * the heap grows. It lies behind the program, which is what is mapped first; libraries lie higher.
 */
static bool is_heap(struct processes *p, struct process *process, uint64_t address)
{
    enum { MAPS_MOST = 64 };
    const struct mapping *map = maps_next(&p->maps, &process->maps, 0);
    uint32_t program = map ? map->file : 0;

    if (!map || map->start > address)
        return false;
    for (size_t n = 0; map && map->start < address; n++) {
        const struct mapped_file *file = &p->files[map->file];
        if (n == MAPS_MOST || (map->file != program && !file->is_memory) ||
            str_starts(names_get(&p->names, file->path), STR("[stack")))
            return false;
        map = maps_next(&p->maps, &process->maps, map->end);
    }
    return true;
}

/* Whether it is a stack, which grows at such accesses. */
static bool is_stack(struct processes *p, struct process *process, uint64_t address)
{
    enum { STACK_USUAL = 8 << 20 };
    const struct mapping *map = maps_next(&p->maps, &process->maps, address);

    return map && map->start - address <= STACK_USUAL &&
           str_starts(names_get(&p->names, p->files[map->file].path), STR("[stack"));
}

/* Lends the path that stands for what nothing was mapped at yet. */
static struct str unmapped_at(struct processes *p, struct process *process, uint64_t address)
{
    if (is_stack(p, process, address))
        return STR("[stack]");
    return is_heap(p, process, address) ? STR("[heap]") : STR("");
}

static void set_data(const struct sample_memory *m, const struct sample_fields *s,
                     struct memory_access *access)
{
    struct addresses *a = m->addresses;
    struct process *process = processes_get(a->processes, s->pid);
    const struct mapping *map = processes_find(a->processes, process, s->addr);

    if (is_of_kernel(s->addr)) {
        memory_access_set_data(access, STR(""), STR("[kernel]"));
        return;
    }
    if (!map) {
        memory_access_set_data(access, STR(""), unmapped_at(a->processes, process, s->addr));
        return;
    }
    const struct mapped_file *file = &a->processes->files[map->file];
    struct str path = names_get(&a->processes->names, file->path);
    struct str symbol = STR("");
    if (!file->is_memory)
        symbol = symbol_at(a, process, s->addr, 0);
    else if (map->start)
        symbol = symbol_behind_file(a, process, map->start, s->addr, &path);
    memory_access_set_data(access, symbol, path.n ? path : STR("//anon"));
}

labels_id sample_memory_labels(const struct sample_memory *m, const struct event *event,
                               const struct sample_fields *s, labels_id base)
{
    const uint64_t type = event->sample_type;
    struct memory_access access = {.values = {{0}}};

    if (type & SAMPLE_DATA_PAGE_SIZE)
        memory_access_set_page(&access, MEMORY_PAGE, s->data_page);
    if (type & SAMPLE_CODE_PAGE_SIZE)
        memory_access_set_page(&access, MEMORY_CODE_PAGE, s->code_page);
    if (type & SAMPLE_DATA_SRC)
        memory_access_set_source(&access, s->data_source);
    if (type & SAMPLE_PHYS_ADDR)
        set_node(m, s->phys_addr, &access);
    if (type & SAMPLE_ADDR && m->wanted & 1u << MEMORY_DATA)
        set_data(m, s, &access);
    return memory_access_labels(&access, m->wanted, m->addresses->tidier->b->p, base);
}
