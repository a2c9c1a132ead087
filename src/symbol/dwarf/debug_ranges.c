/* A table from address ranges to ids: a sorted array and binary search. */
#include "symbol/dwarf/debug_ranges.h"

#include <stdlib.h>

#include "base/mem.h"

/* Any number of DIEs may share a range list, so a small file can contain huge numbers of ranges. */
enum { RANGES_MOST = 1 << 23, BACK_MOST = 16 };

void debug_ranges_free(struct debug_ranges *r)
{
    mem_free(r->ranges, r->room, sizeof *r->ranges);
    *r = (struct debug_ranges){0};
}

void debug_ranges_add(struct debug_ranges *r, uint64_t low, uint64_t high, uint32_t id)
{
    if (low == 0 || low >= high || r->n == RANGES_MOST)
        return;
    r->ranges = mem_grow(r->ranges, &r->room, r->n + 1, sizeof *r->ranges);
    r->ranges[r->n++] = (struct debug_range){low, high, id};
}

static int compare_ranges(const void *a, const void *b)
{
    const struct debug_range *x = a;
    const struct debug_range *y = b;

    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    if (x->high != y->high)
        return x->high > y->high ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

void debug_ranges_sort(struct debug_ranges *r)
{
    if (r->n)
        qsort(r->ranges, r->n, sizeof *r->ranges, compare_ranges);
}

uint32_t debug_ranges_find(const struct debug_ranges *r, uint64_t address)
{
    size_t from = 0;
    size_t to = r->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (r->ranges[middle].low <= address)
            from = middle + 1;
        else
            to = middle;
    }
    for (size_t i = 0; i < BACK_MOST && i < from; i++)
        if (address < r->ranges[from - 1 - i].high)
            return r->ranges[from - 1 - i].id + 1;
    return 0;
}
