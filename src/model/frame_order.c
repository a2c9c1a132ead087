/* Sorts frames by name; the first bytes of each name are kept with the key. */
#include "model/frame_order.h"

#include <stdlib.h>

#include "base/mem.h"

/* A frame with its sort key. */
struct ordered_frame {
    uint64_t begin; /* the first 8 bytes of the name, the first of them highest */
    struct str name;
    enum frame_kind kind;
    frame_id frame;
};

static int compare(const void *a, const void *b)
{
    const struct ordered_frame *x = a;
    const struct ordered_frame *y = b;

    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    int order = str_compare(x->name, y->name);
    if (order)
        return order;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

void frame_order_build(struct frame_order *order, const struct profile *p)
{
    uint32_t n = p->frames.n - 1;
    struct ordered_frame *keys = mem_alloc(n, sizeof *keys);

    for (uint32_t i = 0; i < n; i++) {
        const struct frame *row = &p->frames.rows[i + 1];
        struct str name = names_get(&p->names, row->name);
        keys[i] = (struct ordered_frame){str_begin(name), name, row->kind, i + 1};
    }
    qsort(keys, n, sizeof *keys, compare);
    *order = (struct frame_order){
        .frames = mem_alloc(n, sizeof *order->frames),
        .rank = mem_alloc((size_t)n + 1, sizeof *order->rank),
        .n = n,
    };
    for (uint32_t i = 0; i < n; i++) {
        order->frames[i] = keys[i].frame;
        order->rank[keys[i].frame] = i;
    }
    mem_free(keys, n, sizeof *keys);
}

void frame_order_free(struct frame_order *order)
{
    mem_free(order->frames, order->n, sizeof *order->frames);
    mem_free(order->rank, order->rank ? (size_t)order->n + 1 : 0, sizeof *order->rank);
    *order = (struct frame_order){0};
}
