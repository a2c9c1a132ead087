/* Puts samples below the root frames of their groups. A stack that belongs to one group is moved;
 * one that several groups share is copied for each. */
#include "model/root_frames.h"

#include <assert.h>

#include "base/mem.h"

#define SHARED UINT32_MAX

/* A shared stack, or the empty one, copied for one group, because a stack of that group alone
 * follows below it, or a sample ends there. */
struct stack_copy {
    stack_id stack;
    uint32_t group;
    stack_id at; /* the copy */
};

struct work {
    struct profile *to;
    struct profile *from;
    const struct root_frames *root_frames;
    frame_id *frames; /* by frame of from */
    stack_id *bases;  /* by group: the stack of its first frames */
    uint32_t
        *owners;    /* by stack of from: 1 + the group of its samples, or SHARED; 0: it has none */
    stack_id *map;  /* by stack of from; what lies below first is of a group before */
    stack_id first; /* the first stack that was added for the group that is copied */
    stack_id *path; /* the stacks that are still to be copied, the leaf first */
    size_t path_room;
    struct stack_copy *copies; /* below the first n_above stand stacks, in their order, below the
                            others samples, in theirs */
    size_t n_copies, copies_room, n_above;
    bool *merged; /* by frame of to: several became this one */
    bool *meets;  /* by stack of from: another may become the same as this one */
};

/* Moves the names over: ids stay, and `from` does not need them any more. */
static void take_names(struct work *w)
{
    names_free(&w->to->names);
    w->to->names = w->from->names;
    w->from->names = (struct names){0};
}

/* With the threads of which they are: names have the same ids. */
static void take_tracks(struct work *w)
{
    const struct threads none = w->to->labels.threads;

    if (!tracks_any(&w->from->tracks))
        return;
    if (w->from->moments.kind != TIME_POINTS) { /* whose samples keep their labels */
        w->to->labels.threads = w->from->labels.threads;
        w->from->labels.threads = none;
    }
    w->to->tracks = w->from->tracks;
    w->from->tracks = (struct tracks){0};
}

static void copy_frames(struct work *w)
{
    const struct frames *frames = &w->from->frames;

    for (frame_id i = 1; i < frames->n; i++) {
        struct frame row = frames->rows[i];
        if (w->root_frames->frame_names)
            row.name = w->root_frames->frame_names[i];
        if (w->root_frames->names_only)
            row.kind = kind_of_mark(names_get(&w->to->names, row.name));
        frame_id known = w->to->frames.n;
        w->frames[i] = frames_add(&w->to->frames, &row);
        w->merged[w->frames[i]] = w->frames[i] < known;
    }
}

/* Whether stacks may become equal although their frames stay distinct: one ends with the root
 * frames of another group, or one is empty and another begins with the frame for empty stacks. */
static bool stacks_may_merge(const struct work *w)
{
    const struct root_frames_group *groups = w->root_frames->groups;
    bool meet = false;

    for (size_t i = 1; i < w->root_frames->n_groups; i++)
        meet = meet || groups[i].n != groups[0].n;
    if (w->root_frames->n_groups && groups[0].n)
        return meet;
    for (uint32_t i = 0; i < w->from->n_samples; i++)
        meet = meet || !w->from->samples[i].stack;
    return meet;
}

static void find_meeting(struct work *w)
{
    const struct stack *rows = w->from->stacks.rows;

    w->meets[0] = stacks_may_merge(w);
    for (stack_id i = 1; i < w->from->stacks.n; i++)
        w->meets[i] = w->meets[rows[i].caller] || w->merged[w->frames[rows[i].frame]];
}

static uint32_t group_of(const struct work *w, uint32_t sample)
{
    if (w->root_frames->measured && !w->from->columns[w->root_frames->column].values[sample])
        return ROOT_FRAMES_DROP;
    return w->root_frames->group_of[w->from->samples[sample].labels];
}

static void own(struct work *w, stack_id stack, uint32_t owner)
{
    uint32_t *have = &w->owners[stack];

    *have = *have == 0 || *have == owner ? owner : SHARED;
}

static void own_stacks(struct work *w)
{
    const struct stack *rows = w->from->stacks.rows;

    for (uint32_t i = 0; i < w->from->n_samples; i++)
        if (group_of(w, i) != ROOT_FRAMES_DROP)
            own(w, w->from->samples[i].stack, group_of(w, i) + 1);
    for (stack_id i = w->from->stacks.n - 1; i > 0; i--)
        if (w->owners[i])
            own(w, rows[i].caller, w->owners[i]);
    w->owners[0] = SHARED;
}

static bool is_moved(const struct work *w, stack_id stack)
{
    return w->owners[stack] && w->owners[stack] != SHARED;
}

static void want_copy(struct work *w, stack_id stack, uint32_t group)
{
    w->copies = mem_grow(w->copies, &w->copies_room, w->n_copies + 1, sizeof *w->copies);
    w->copies[w->n_copies++] = (struct stack_copy){.stack = stack, .group = group};
}

static void list_copies(struct work *w)
{
    const struct stack *rows = w->from->stacks.rows;

    for (stack_id i = 1; i < w->from->stacks.n; i++)
        if (is_moved(w, i) && w->owners[rows[i].caller] == SHARED)
            want_copy(w, rows[i].caller, w->owners[i] - 1);
    w->n_above = w->n_copies;
    for (uint32_t i = 0; i < w->from->n_samples; i++)
        if (group_of(w, i) != ROOT_FRAMES_DROP && !is_moved(w, w->from->samples[i].stack))
            want_copy(w, w->from->samples[i].stack, group_of(w, i));
}

/* A counting sort, so copies of one group keep their order. */
static void order_by_group(const struct work *w, uint32_t *by_group)
{
    size_t n = w->root_frames->n_groups;
    uint32_t *at = mem_alloc(n + 1, sizeof *at);

    for (size_t i = 0; i < w->n_copies; i++)
        at[w->copies[i].group + 1]++;
    for (size_t g = 0; g < n; g++)
        at[g + 1] += at[g];
    for (size_t i = 0; i < w->n_copies; i++)
        by_group[at[w->copies[i].group]++] = (uint32_t)i;
    mem_free(at, n + 1, sizeof *at);
}

static stack_id base_of(struct work *w, uint32_t group)
{
    const struct root_frames_group *g = &w->root_frames->groups[group];
    stack_id at = 0;

    for (size_t i = 0; i < g->n; i++) {
        struct frame row = {.name = g->names[i]};
        at = stacks_add(&w->to->stacks, at, frames_add(&w->to->frames, &row));
    }
    return at;
}

static void make_bases(struct work *w, const uint32_t *by_group)
{
    uint32_t group = ROOT_FRAMES_DROP;

    for (size_t i = 0; i < w->n_copies; i++)
        if (w->copies[by_group[i]].group != group) {
            group = w->copies[by_group[i]].group;
            w->bases[group] = base_of(w, group);
        }
}

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
        at = stacks_add(&w->to->stacks, at, w->frames[rows[stack].frame]);
        w->map[stack] = at;
    }
    return at;
}

static bool is_too_large(const struct work *w)
{
    return w->to->stacks.n - 1 > w->root_frames->most;
}

static bool copy_shared(struct work *w, const uint32_t *by_group)
{
    uint32_t group = ROOT_FRAMES_DROP;

    make_bases(w, by_group);
    for (size_t i = 0; i < w->n_copies; i++) {
        struct stack_copy *copy = &w->copies[by_group[i]];
        if (copy->group != group) {
            group = copy->group;
            w->first = w->to->stacks.n;
        }
        copy->at = copy_stack(w, group, copy->stack);
        if (!copy->at && by_group[i] >= w->n_above)
            copy->at = stacks_add(
                &w->to->stacks, 0,
                frames_add(&w->to->frames, &(struct frame){.name = w->root_frames->empty}));
        if (is_too_large(w))
            return false;
    }
    return true;
}

/* For loops over stacks and samples in the order of list_copies. */
static stack_id next_copy(const struct work *w, size_t *at)
{
    assert(*at < w->n_copies);
    return w->copies[(*at)++].at;
}

static bool move_others(struct work *w)
{
    uint32_t n = w->from->stacks.n;
    const struct stack *rows = stacks_adopt(&w->to->stacks, &w->from->stacks);
    size_t copy = 0;

    for (stack_id i = 1; i < n; i++) {
        if (!is_moved(w, i))
            continue;
        struct stack row = rows[i];
        stack_id at = w->owners[row.caller] == SHARED ? next_copy(w, &copy) : w->map[row.caller];
        w->map[i] = (w->meets[i] ? stacks_add : stacks_add_single)(&w->to->stacks, at,
                                                                   w->frames[row.frame]);
    }
    stacks_forget(&w->to->stacks);
    return !is_too_large(w);
}

static bool place_stacks(struct work *w)
{
    uint32_t *by_group = mem_alloc(w->n_copies, sizeof *by_group);

    order_by_group(w, by_group);
    bool ok = copy_shared(w, by_group) && move_others(w);
    mem_free(by_group, w->n_copies, sizeof *by_group);
    return ok;
}

/* Samples that are to be placed in time keep what tells their threads apart. */
static void keep_labels(struct work *w)
{
    labels_free(&w->to->labels);
    labels_copy(&w->to->labels, &w->from->labels);
}

static void copy_samples(struct work *w)
{
    const bool timed = w->from->moments.kind == TIME_POINTS;
    const size_t column = w->root_frames->column;
    const size_t kept[] = {column, w->root_frames->counts ? w->root_frames->counts - 1 : column};
    const uint32_t n_stacks = w->to->stacks.n;
    uint32_t *rows = mem_alloc(n_stacks, sizeof *rows); /* by stack: 1 + its last sample */
    size_t copy = w->n_above;

    assert(w->to->n_columns <= sizeof kept / sizeof kept[0]);
    for (size_t c = 0; c < w->to->n_columns; c++) {
        const struct column *from = &w->from->columns[kept[c]];
        struct column *to = &w->to->columns[c];
        to->name = from->name;
        to->unit = from->unit;
        to->scale = from->scale;
        to->census = from->census;
        to->period = from->period;
    }
    if (timed)
        keep_labels(w);
    for (uint32_t i = 0; i < w->from->n_samples; i++) {
        stack_id stack = w->from->samples[i].stack;
        if (group_of(w, i) == ROOT_FRAMES_DROP)
            continue;
        const uint64_t values[] = {w->from->columns[kept[0]].values[i],
                                   w->from->columns[kept[1]].values[i]};
        const struct sample sample = {is_moved(w, stack) ? w->map[stack] : next_copy(w, &copy),
                                      timed ? w->from->samples[i].labels : 0};
        uint32_t near = rows[sample.stack] - 1;
        bool fits =
            profile_add_near(w->to, moments_get(&w->from->moments, i), &sample, values, &near);
        rows[sample.stack] = near + 1;
        assert(fits);
        (void)fits;
        const struct waker waker = {moments_waker(&w->from->moments, i).thread, 0};
        if (timed) /* what it did belongs below no root */
            moments_set_waker(&w->to->moments, w->to->n_samples - 1, waker);
    }
    w->to->n_merged += w->from->n_merged;
    mem_free(rows, n_stacks, sizeof *rows);
}

bool profile_root_frames(struct profile *to, struct profile *from,
                         const struct root_frames *root_frames)
{
    uint32_t n = from->stacks.n;
    struct work w = {
        .to = to,
        .from = from,
        .root_frames = root_frames,
        .frames = mem_alloc(from->frames.n, sizeof *w.frames),
        .bases = mem_alloc(root_frames->n_groups, sizeof *w.bases),
        .owners = mem_alloc(n, sizeof *w.owners),
        .map = mem_alloc(n, sizeof *w.map),
        .merged = mem_alloc(from->frames.n, sizeof *w.merged),
        .meets = mem_alloc(n, sizeof *w.meets),
    };

    profile_init(to, root_frames->counts ? 2 : 1, from->moments.kind);
    to->moments.has_states = from->moments.has_states;
    take_names(&w);
    copy_frames(&w);
    find_meeting(&w);
    own_stacks(&w);
    list_copies(&w);
    bool ok = place_stacks(&w);
    if (ok)
        copy_samples(&w);
    take_tracks(&w);
    mem_free(w.frames, from->frames.n, sizeof *w.frames);
    mem_free(w.bases, root_frames->n_groups, sizeof *w.bases);
    mem_free(w.owners, n, sizeof *w.owners);
    mem_free(w.map, n, sizeof *w.map);
    mem_free(w.merged, from->frames.n, sizeof *w.merged);
    mem_free(w.meets, n, sizeof *w.meets);
    mem_free(w.path, w.path_room, sizeof *w.path);
    mem_free(w.copies, w.copies_room, sizeof *w.copies);
    return ok;
}
