/* {u32 n, {u32 node, u64 kB of memory, u64 kB that are free, text "0-3,8-11"}...}
 * Reads which processors each node has. */
#include "input/perf_data/processor_nodes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

void processor_nodes_free(struct processor_nodes *p)
{
    mem_free(p->rows, p->room, sizeof *p->rows);
    *p = (struct processor_nodes){0};
}

/* Adds the processors of a list; a node may have none. */
static void add_list(struct processor_nodes *p, struct str list, uint32_t node)
{
    struct processor_range row = {.node = node};
    struct str range;

    while (p->n < PROCESSOR_RANGES_MOST && take_field(&list, ',', &range) &&
           parse_range(range, &row.from, &row.to)) {
        p->rows = mem_grow(p->rows, &p->room, p->n + 1, sizeof *p->rows);
        p->rows[p->n++] = row;
    }
}

static int by_first(const void *a, const void *b)
{
    const struct processor_range *x = a;
    const struct processor_range *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

void processor_nodes_read(struct processor_nodes *p, struct bytes body)
{
    enum { MEMORY = 16 };
    uint32_t n, node;
    struct str list;

    processor_nodes_free(p);
    if (!bytes_u32(&body, &n))
        return;
    while (n-- && bytes_u32(&body, &node) && bytes_skip(&body, MEMORY) && bytes_text(&body, &list))
        add_list(p, list, node);
    if (p->n)
        qsort(p->rows, p->n, sizeof *p->rows, by_first);
}

bool processor_nodes_find(const struct processor_nodes *p, uint32_t processor, uint32_t *node)
{
    size_t from = 0;
    size_t to = p->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (p->rows[middle].from <= processor)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == 0 || p->rows[from - 1].to < processor)
        return false;
    *node = p->rows[from - 1].node;
    return true;
}
