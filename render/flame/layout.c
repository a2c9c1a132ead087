/* Computes boxes row by row; the list of boxes serves as the queue. */
#include "render/flame/layout.h"

#include "base/mem.h"

static void add(struct layout *l, struct box box)
{
    l->boxes = mem_grow(l->boxes, &l->room, l->n + 1, sizeof *l->boxes);
    l->boxes[l->n++] = box;
    if (box.depth > l->depth)
        l->depth = box.depth;
}

/* Ends a run of callees that are too narrow. */
static void add_run(struct layout *l, struct box *run, uint64_t least_run)
{
    if (run->joined && run->total >= least_run && run->total > 0)
        add(l, *run);
    run->joined = 0;
}

static void add_callees(struct layout *l, const struct tree *t, size_t at, uint64_t least_run)
{
    struct box box = l->boxes[at];
    uint32_t n;
    const stack_id *callees = tree_callees(t, box.stack, &n);
    struct box run = {.depth = box.depth + 1};
    uint64_t start = box.start + box.total; /* without that of the callees: behind its self value */

    for (uint32_t i = 0; i < n; i++)
        start -= t->total[callees[i]];
    for (uint32_t i = 0; i < n; i++) {
        uint64_t total = t->total[callees[i]];
        uint64_t from = t->start ? t->start[callees[i]] : start;
        start += total;
        if (total >= l->least) {
            add_run(l, &run, least_run);
            add(l, (struct box){callees[i], box.depth + 1, 0, false, from, total});
            continue;
        }
        l->n_too_narrow++;
        l->too_narrow += total;
        if (run.joined && from != run.start + run.total)
            add_run(l, &run, least_run);
        if (!run.joined)
            run = (struct box){callees[i], box.depth + 1, 0, false, from, 0};
        run.joined++;
        run.total += total;
    }
    add_run(l, &run, least_run);
}

/* Adds what is below the boxes from i on. */
static void add_below(struct layout *l, const struct tree *t, size_t i, uint64_t least_run)
{
    for (; i < l->n; i++)
        if (!l->boxes[i].joined && l->boxes[i].total >= l->least)
            add_callees(l, t, i, least_run);
}

static void begin(struct layout *l, struct tree *t, uint64_t whole, uint64_t least)
{
    *l = (struct layout){.whole = whole, .least = least ? least : 1};
    tree_need_callees(t, l->least);
    add(l, (struct box){.total = t->total[0]});
}

void layout_build(struct layout *l, struct tree *t, uint64_t whole, uint64_t least,
                  uint64_t least_run)
{
    begin(l, t, whole, least);
    add_below(l, t, 0, least_run);
}

void layout_build_lanes(struct layout *l, struct tree *t, uint64_t whole, uint64_t least,
                        uint64_t least_run)
{
    uint32_t n;

    begin(l, t, whole, least);
    const stack_id *lanes = tree_callees(t, 0, &n);
    const uint32_t shown = n < LAYOUT_LANES ? n : LAYOUT_LANES;
    for (uint32_t i = 0; i < shown; i++) {
        add(l, (struct box){lanes[i], l->depth + 1, 0, true, 0, t->total[lanes[i]]});
        add_below(l, t, l->n - 1, least_run);
    }
    struct box rest = {.depth = l->depth + 1, .joined = n - shown, .lane = true};
    for (uint32_t i = shown; i < n; i++)
        rest.total += t->total[lanes[i]];
    rest.stack = rest.joined ? lanes[shown] : 0;
    if (rest.joined)
        add(l, rest);
}

void layout_cut(struct layout *l, uint32_t rows)
{
    while (l->n && l->boxes[l->n - 1].depth >= rows)
        l->n_too_deep += l->boxes[--l->n].joined == 0;
    l->depth = l->n ? l->boxes[l->n - 1].depth : 0;
}

size_t *layout_rows(const struct layout *l)
{
    size_t *rows = mem_alloc(l->depth + (size_t)2, sizeof *rows);
    size_t box = 0;

    for (uint32_t depth = 0; depth <= l->depth; depth++) {
        rows[depth] = box;
        while (box < l->n && l->boxes[box].depth == depth)
            box++;
    }
    rows[l->depth + 1] = box;
    return rows;
}

void layout_free(struct layout *l)
{
    mem_free(l->boxes, l->room, sizeof *l->boxes);
    *l = (struct layout){0};
}
