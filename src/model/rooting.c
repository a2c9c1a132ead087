/* Samples by group, so that each stack is copied once for each group that it occurs in. */
#include "model/rooting.h"

#include <assert.h>

#include "base/mem.h"

struct work {
    struct profile *to;
    const struct profile *from;
    const struct rooting *rooting;
    frame_id *frames; /* by frame of from */
    stack_id *bases;  /* by group: the stack of its first frames */
    stack_id *map;    /* by stack of from; what lies below first is of a group before */
    stack_id first;   /* the first stack that was added for the group that is copied */
    stack_id *path;   /* the stacks that are still to be copied, the leaf first */
    size_t path_room;
    uint32_t *by_group; /* samples ordered by group */
    size_t n_kept;
    stack_id *stacks; /* by sample of from: the new stack */
    bool fresh;       /* a pair of caller and frame is met once: nothing needs to be looked up */
};

static void copy_frames(struct work *w)
{
    const struct frames *frames = &w->from->frames;

    names_free(&w->to->names);
    names_copy(&w->to->names, &w->from->names);
    for (frame_id i = 1; i < frames->n; i++) {
        struct frame row = frames->rows[i];
        if (w->rooting->frame_names)
            row.name = w->rooting->frame_names[i];
        if (w->rooting->names_only)
            row.kind = kind_of_mark(names_get(&w->from->names, row.name));
        w->frames[i] = frames_add(&w->to->frames, &row);
    }
    w->fresh = w->to->frames.n == frames->n;
    for (size_t i = 1; i < w->rooting->n_groups; i++)
        w->fresh = w->fresh && w->rooting->groups[i].n == w->rooting->groups[0].n;
}

static uint32_t group_of(const struct work *w, uint32_t sample)
{
    if (!profile_in_window(w->from, sample, &w->rooting->window))
        return ROOTING_DROP;
    if (w->rooting->measured && !w->from->columns[w->rooting->column].values[sample])
        return ROOTING_DROP;
    return w->rooting->group_of[w->from->samples[sample].labels];
}

/* A counting sort: samples of one group stay in their order. */
static void order_by_group(struct work *w)
{
    size_t n = w->rooting->n_groups;
    uint32_t *at = mem_alloc(n + 1, sizeof *at);

    for (uint32_t i = 0; i < w->from->n_samples; i++)
        if (group_of(w, i) != ROOTING_DROP)
            at[group_of(w, i) + 1]++;
    for (size_t g = 0; g < n; g++)
        at[g + 1] += at[g];
    w->n_kept = at[n];
    /* The frame that stands for an empty stack may be one that others begin with. */
    for (uint32_t i = 0; i < w->from->n_samples; i++)
        w->fresh = w->fresh && w->from->samples[i].stack;
    for (uint32_t i = 0; i < w->from->n_samples; i++)
        if (group_of(w, i) != ROOTING_DROP)
            w->by_group[at[group_of(w, i)]++] = i;
    mem_free(at, n + 1, sizeof *at);
}

static stack_id base_of(struct work *w, uint32_t group)
{
    const struct rooting_group *g = &w->rooting->groups[group];
    stack_id at = 0;

    for (size_t i = 0; i < g->n; i++) {
        struct frame row = {.name = g->names[i]};
        at = stacks_add(&w->to->stacks, at, frames_add(&w->to->frames, &row));
    }
    return at;
}

/* All bases come first: what is looked for later would need a table of all stacks before it. */
static void make_bases(struct work *w)
{
    uint32_t group = ROOTING_DROP;

    for (size_t i = 0; i < w->n_kept; i++)
        if (group_of(w, w->by_group[i]) != group) {
            group = group_of(w, w->by_group[i]);
            w->bases[group] = base_of(w, group);
        }
}

/* A stack that equals one of a group before is copied anew each time, to the same place. */
static stack_id copy_stack(struct work *w, uint32_t group, stack_id stack)
{
    const struct stack *rows = w->from->stacks.rows;
    size_t n = 0;

    for (; stack && w->map[stack] < w->first; stack = rows[stack].caller) {
        if (n == w->path_room)
            w->path = mem_grow(w->path, &w->path_room, n + 1, sizeof *w->path);
        w->path[n++] = stack;
    }
    stack_id at = stack ? w->map[stack] : w->bases[group];
    while (n) {
        stack = w->path[--n];
        frame_id frame = w->frames[rows[stack].frame];
        at = w->fresh ? stacks_append(&w->to->stacks, at, frame)
                      : stacks_add(&w->to->stacks, at, frame);
        w->map[stack] = at;
    }
    return at;
}

static bool copy_stacks(struct work *w)
{
    uint32_t group = ROOTING_DROP;

    for (size_t i = 0; i < w->n_kept; i++) {
        uint32_t sample = w->by_group[i];
        if (group_of(w, sample) != group) {
            group = group_of(w, sample);
            w->first = w->to->stacks.n;
        }
        stack_id stack = copy_stack(w, group, w->from->samples[sample].stack);
        if (!stack)
            stack =
                stacks_add(&w->to->stacks, 0,
                           frames_add(&w->to->frames, &(struct frame){.name = w->rooting->empty}));
        w->stacks[sample] = stack;
        if (w->to->stacks.n - 1 > w->rooting->most)
            return false;
    }
    return true;
}

static void copy_samples(struct work *w)
{
    const struct column *from = &w->from->columns[w->rooting->column];
    struct column *to = &w->to->columns[0];

    to->name = from->name;
    to->unit = from->unit;
    to->scale = from->scale;
    for (uint32_t i = 0; i < w->from->n_samples; i++) {
        if (group_of(w, i) == ROOTING_DROP)
            continue;
        bool fits = profile_add(w->to, w->stacks[i], 0, &from->values[i]);
        assert(fits);
        (void)fits;
    }
    w->to->n_merged += w->from->n_merged;
}

bool profile_root(struct profile *to, const struct profile *from, const struct rooting *rooting)
{
    struct work w = {
        .to = to,
        .from = from,
        .rooting = rooting,
        .frames = mem_alloc(from->frames.n, sizeof *w.frames),
        .bases = mem_alloc(rooting->n_groups, sizeof *w.bases),
        .map = mem_alloc(from->stacks.n, sizeof *w.map),
        .by_group = mem_alloc(from->n_samples, sizeof *w.by_group),
        .stacks = mem_alloc(from->n_samples, sizeof *w.stacks),
    };

    profile_init(to, 1, from->ordered);
    copy_frames(&w);
    order_by_group(&w);
    make_bases(&w);
    bool ok = copy_stacks(&w);
    if (ok)
        copy_samples(&w);
    mem_free(w.frames, from->frames.n, sizeof *w.frames);
    mem_free(w.bases, rooting->n_groups, sizeof *w.bases);
    mem_free(w.map, from->stacks.n, sizeof *w.map);
    mem_free(w.path, w.path_room, sizeof *w.path);
    mem_free(w.by_group, from->n_samples, sizeof *w.by_group);
    mem_free(w.stacks, from->n_samples, sizeof *w.stacks);
    return ok;
}
