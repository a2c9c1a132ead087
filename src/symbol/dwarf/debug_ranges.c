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

/* Adds to a heap with the highest id on top. */
static void push(struct debug_range *heap, size_t n, const struct debug_range *r)
{
    size_t at = n;

    for (; at && heap[(at - 1) / 2].id < r->id; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = *r;
}

/* Removes the top; n ranges remain. */
static void pop(struct debug_range *heap, size_t n)
{
    const struct debug_range last = heap[n];
    size_t at = 0;

    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && heap[child + 1].id > heap[child].id;
        if (heap[child].id <= last.id)
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
}

void debug_ranges_flatten(struct debug_ranges *r)
{
    struct debug_range *heap = mem_alloc(r->n, sizeof *heap);
    struct debug_ranges flat = {0};
    uint64_t at = 0;
    size_t open = 0;

    debug_ranges_sort(r);
    for (size_t next = 0; next < r->n || open;) {
        if (!open)
            at = r->ranges[next].low;
        while (next < r->n && r->ranges[next].low <= at)
            push(heap, open++, &r->ranges[next++]);
        while (open && heap[0].high <= at)
            pop(heap, --open);
        if (!open)
            continue;
        uint64_t end = heap[0].high;
        if (next < r->n && r->ranges[next].low < end)
            end = r->ranges[next].low;
        debug_ranges_add(&flat, at, end, heap[0].id);
        at = end;
    }
    mem_free(heap, r->n, sizeof *heap);
    debug_ranges_free(r);
    *r = flat;
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
