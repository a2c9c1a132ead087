/* Sorts a profile. Ids depend on reading order, so everything is first ranked by its contents. */
#include "model/canonical_order.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- ranks ----------------------------------------------------------------------------- */

struct name_key {
    uint64_t begin; /* the first 8 bytes, the first of them highest */
    struct str name;
    name_id id;
};

static int compare_names(const void *a, const void *b)
{
    const struct name_key *x = a;
    const struct name_key *y = b;

    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return str_compare(x->name, y->name);
}

/* Ranks by name; the caller frees them. */
static uint32_t *rank_names(const struct names *names)
{
    uint32_t *rank = mem_alloc(names->n, sizeof *rank);
    struct name_key *keys = mem_alloc(names->n, sizeof *keys);

    for (name_id i = 0; i < names->n; i++) {
        struct str name = names_get(names, i);
        keys[i] = (struct name_key){str_begin(name), name, i};
    }
    qsort(keys, names->n, sizeof *keys, compare_names);
    for (uint32_t i = 0; i < names->n; i++)
        rank[keys[i].id] = i;
    mem_free(keys, names->n, sizeof *keys);
    return rank;
}

/* Frame rows are unique, so these keys are as well. */
struct frame_key {
    uint64_t numbers[12];
    frame_id id;
};

static int compare_frames(const void *a, const void *b)
{
    const struct frame_key *x = a;
    const struct frame_key *y = b;

    for (size_t i = 0; i < sizeof x->numbers / sizeof x->numbers[0]; i++)
        if (x->numbers[i] != y->numbers[i])
            return x->numbers[i] < y->numbers[i] ? -1 : 1;
    return 0;
}

/* The frames in order, without frame 0; the caller frees them. */
static frame_id *order_frames(const struct frames *frames, const uint32_t *rank)
{
    size_t n = frames->n - 1;
    struct frame_key *keys = mem_alloc(n, sizeof *keys);
    frame_id *order = mem_alloc(n, sizeof *order);

    for (size_t i = 0; i < n; i++) {
        const struct frame *row = &frames->rows[i + 1];
        keys[i] = (struct frame_key){{rank[row->name], (uint64_t)row->kind, rank[row->module],
                                      rank[row->build_id], rank[row->file], row->line, row->offset,
                                      rank[row->symbol], row->first, row->twin, row->offset_kind,
                                      rank[row->line_file]},
                                     (frame_id)(i + 1)};
    }
    qsort(keys, n, sizeof *keys, compare_frames);
    for (size_t i = 0; i < n; i++)
        order[i] = keys[i].id;
    mem_free(keys, n, sizeof *keys);
    return order;
}

/* The callees of each stack in the order of their frames' ranks. */
struct family {
    stack_id *first; /* by stack: its first callee; 0: none */
    stack_id *next;  /* by stack: the next callee of its caller; 0: none */
};

/* Puts each stack at the front of its caller's list, from the last frame in order to the first. */
static void link_stacks(struct family *family, const struct profile *p, const frame_id *order)
{
    const struct stacks *stacks = &p->stacks;
    stack_id *of_frame = mem_alloc(p->frames.n, sizeof *of_frame); /* the last stack; 0: none */
    stack_id *before = mem_alloc(stacks->n, sizeof *before);       /* of the same frame */

    for (stack_id s = 1; s < stacks->n; s++) {
        frame_id frame = stacks->rows[s].frame;
        before[s] = of_frame[frame];
        of_frame[frame] = s;
    }
    for (size_t i = p->frames.n - 1; i-- > 0;)
        for (stack_id s = of_frame[order[i]]; s; s = before[s]) {
            stack_id caller = stacks->rows[s].caller;
            family->next[s] = family->first[caller];
            family->first[caller] = s;
        }
    mem_free(of_frame, p->frames.n, sizeof *of_frame);
    mem_free(before, stacks->n, sizeof *before);
}

/* Ranks by stack: callers before callees. The caller frees them. */
static uint32_t *rank_stacks(const struct profile *p, const frame_id *order)
{
    const struct stacks *stacks = &p->stacks;
    uint32_t *rank = mem_alloc(stacks->n, sizeof *rank);
    struct family family = {mem_alloc(stacks->n, sizeof *family.first),
                            mem_alloc(stacks->n, sizeof *family.next)};
    uint32_t n = 0;

    link_stacks(&family, p, order);
    for (stack_id next = family.first[0]; next;) {
        stack_id at = next;
        rank[at] = ++n;
        next = family.first[at];
        while (!next && at) {
            next = family.next[at];
            at = stacks->rows[at].caller;
        }
    }
    mem_free(family.first, stacks->n, sizeof *family.first);
    mem_free(family.next, stacks->n, sizeof *family.next);
    return rank;
}

struct set_key {
    const uint64_t *pairs; /* rank of key and value, in order */
    size_t n;
    uint32_t thread[4];       /* ranks of its texts */
    struct snapshot snapshot; /* unit and time are ranks */
    labels_id id;
};

static int compare_pairs(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return (*x > *y) - (*x < *y);
}

static int compare_numbers(const uint32_t *x, const uint32_t *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int compare_sets(const void *a, const void *b)
{
    const struct set_key *x = a;
    const struct set_key *y = b;

    for (size_t i = 0; i < x->n && i < y->n; i++)
        if (x->pairs[i] != y->pairs[i])
            return x->pairs[i] < y->pairs[i] ? -1 : 1;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    int order = compare_numbers(x->thread, y->thread, sizeof x->thread / sizeof x->thread[0]);
    return order ? order : snapshot_compare(&x->snapshot, &y->snapshot);
}

/* Zeroed for none. */
static struct snapshot ranked_snapshot(const struct labels *labels, labels_id set,
                                       const uint32_t *rank)
{
    snapshot_id id = labels_snapshot(labels, set);
    struct snapshot s = {0};

    if (id) {
        s = labels->snapshots.rows[id];
        s.unit = rank[s.unit];
        s.time = rank[s.time];
    }
    return s;
}

/* Ranks by label set; the caller frees them. */
static uint32_t *rank_sets(const struct labels *labels, const uint32_t *rank)
{
    size_t n_pairs = labels->end[labels->n - 1];
    uint64_t *pairs = mem_alloc(n_pairs, sizeof *pairs);
    struct set_key *keys = mem_alloc(labels->n, sizeof *keys);
    uint32_t *set_rank = mem_alloc(labels->n, sizeof *set_rank);
    size_t at = 0;

    for (labels_id i = 0; i < labels->n; i++) {
        size_t n;
        const struct label *set = labels_get(labels, i, &n);
        const struct thread *t = labels_thread(labels, i);
        keys[i] = (struct set_key){
            .pairs = pairs + at,
            .n = n,
            .thread = {rank[t->process], rank[t->pid], rank[t->name], rank[t->tid]},
            .snapshot = ranked_snapshot(labels, i, rank),
            .id = i};
        for (size_t k = 0; k < n; k++)
            pairs[at + k] = (uint64_t)rank[set[k].key] << 32 | rank[set[k].value];
        if (n)
            qsort(pairs + at, n, sizeof *pairs, compare_pairs);
        at += n;
    }
    qsort(keys, labels->n, sizeof *keys, compare_sets);
    for (uint32_t i = 0; i < labels->n; i++)
        set_rank[keys[i].id] = i;
    mem_free(keys, labels->n, sizeof *keys);
    mem_free(pairs, n_pairs, sizeof *pairs);
    return set_rank;
}

struct sample_key {
    uint32_t stack, set; /* ranks */
    uint64_t time_ns, value;
    uint32_t row;
    unsigned char state;
};

static int compare_samples(const void *a, const void *b)
{
    const struct sample_key *x = a;
    const struct sample_key *y = b;

    if (x->stack != y->stack)
        return x->stack < y->stack ? -1 : 1;
    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* The samples in order; the caller frees them. */
static struct sample_key *order_samples(const struct profile *p)
{
    struct sample_key *keys = mem_alloc(p->n_samples, sizeof *keys);
    uint32_t *names = rank_names(&p->names);
    frame_id *frames = order_frames(&p->frames, names);
    uint32_t *stacks = rank_stacks(p, frames);
    uint32_t *sets = rank_sets(&p->labels, names);

    for (uint32_t i = 0; i < p->n_samples; i++)
        keys[i] = (struct sample_key){stacks[p->samples[i].stack],
                                      sets[p->samples[i].labels],
                                      moments_at(&p->moments, i),
                                      p->columns[0].values[i],
                                      i,
                                      moments_state(&p->moments, i)};
    qsort(keys, p->n_samples, sizeof *keys, compare_samples);
    mem_free(names, p->names.n, sizeof *names);
    mem_free(frames, p->frames.n - 1, sizeof *frames);
    mem_free(stacks, p->stacks.n, sizeof *stacks);
    mem_free(sets, p->labels.n, sizeof *sets);
    return keys;
}

/* ---- copying --------------------------------------------------------------------------- */

struct copier {
    struct profile *to;
    const struct profile *from;
    frame_id *frames; /* by frame of `from`; 0: not yet */
    labels_id *sets;  /* 1 + the set; 0: not yet */
    stack_id *stacks; /* 0: not yet */
    stack_id *path;   /* stacks that are not there yet, from the leaf */
    struct label *pairs;
    uint64_t *values;
    size_t path_room, pairs_room;
};

static name_id copy_name(struct copier *c, name_id name)
{
    return names_add(&c->to->names, names_get(&c->from->names, name));
}

static frame_id copy_frame(struct copier *c, frame_id frame)
{
    struct frame row = c->from->frames.rows[frame];

    if (c->frames[frame])
        return c->frames[frame];
    row.name = copy_name(c, row.name);
    row.module = copy_name(c, row.module);
    row.build_id = copy_name(c, row.build_id);
    row.file = copy_name(c, row.file);
    row.symbol = copy_name(c, row.symbol);
    row.seen.module = copy_name(c, row.seen.module);
    row.seen.file = copy_name(c, row.seen.file);
    row.shown = copy_name(c, row.shown);
    row.line_file = copy_name(c, row.line_file);
    c->frames[frame] = frames_add(&c->to->frames, &row);
    return c->frames[frame];
}

static stack_id copy_stack(struct copier *c, stack_id stack)
{
    const struct stack *rows = c->from->stacks.rows;
    size_t n = 0;

    for (stack_id s = stack; s && !c->stacks[s]; s = rows[s].caller) {
        c->path = mem_grow(c->path, &c->path_room, n + 1, sizeof *c->path);
        c->path[n++] = s;
    }
    while (n) {
        stack_id s = c->path[--n];
        c->stacks[s] =
            stacks_add(&c->to->stacks, c->stacks[rows[s].caller], copy_frame(c, rows[s].frame));
    }
    return c->stacks[stack];
}

static thread_id copy_thread(struct copier *c, labels_id set)
{
    const struct thread *from = labels_thread(&c->from->labels, set);
    const struct thread thread = {
        .process = copy_name(c, from->process),
        .pid = copy_name(c, from->pid),
        .name = copy_name(c, from->name),
        .tid = copy_name(c, from->tid),
    };

    return threads_add(&c->to->labels.threads, &thread);
}

static snapshot_id copy_snapshot(struct copier *c, labels_id set)
{
    const struct labels *from = &c->from->labels;
    snapshot_id id = labels_snapshot(from, set);

    return id ? snapshots_add_from(&c->to->labels.snapshots, &c->to->names,
                                   &from->snapshots.rows[id], &c->from->names)
              : 0;
}

static labels_id copy_set(struct copier *c, labels_id set)
{
    size_t n;
    const struct label *have = labels_get(&c->from->labels, set, &n);

    if (set == 0 || c->sets[set])
        return set ? c->sets[set] - 1 : 0;
    c->pairs = mem_grow(c->pairs, &c->pairs_room, n, sizeof *c->pairs);
    for (size_t i = 0; i < n; i++)
        c->pairs[i] = (struct label){copy_name(c, have[i].key), copy_name(c, have[i].value)};
    const struct subject of = {copy_thread(c, set), copy_snapshot(c, set)};
    c->sets[set] = labels_add_of(&c->to->labels, of, c->pairs, n) + 1;
    return c->sets[set] - 1;
}

/* Sums cannot overflow here: they fitted in the old columns. */
static void copy_to(struct copier *c, uint32_t row, stack_id stack)
{
    const struct profile *from = c->from;

    for (size_t i = 0; i < from->n_columns; i++)
        c->values[i] = from->columns[i].values[row];
    bool fits = profile_add_at(c->to, moments_get(&from->moments, row), stack,
                               copy_set(c, from->samples[row].labels), c->values);
    assert(fits);
    (void)fits;
    const stack_id waker = moments_waker(&from->moments, row).stack;
    copy_stack(c, waker);
    profile_take_waker(c->to, from, row, c->stacks[waker]);
}

static void copy_begin(struct copier *c, struct profile *to, const struct profile *from)
{
    *c = (struct copier){
        .to = to,
        .from = from,
        .frames = mem_alloc(from->frames.n, sizeof *c->frames),
        .sets = mem_alloc(from->labels.n, sizeof *c->sets),
        .stacks = mem_alloc(from->stacks.n, sizeof *c->stacks),
        .values = mem_alloc(from->n_columns, sizeof *c->values),
    };
    profile_init(to, from->n_columns, from->moments.kind);
    to->moments.has_states = from->moments.has_states;
    recording_info_merge(&to->info, &to->names, &from->info, &from->names);
    recording_info_sort(&to->info, &to->names);
    for (size_t i = 0; i < from->n_columns; i++) {
        to->columns[i].name = copy_name(c, from->columns[i].name);
        to->columns[i].unit = copy_name(c, from->columns[i].unit);
        column_describe(&to->columns[i], &from->columns[i]);
    }
}

/* Threads and names of tracks come last: whether there are any changes no id of the samples. */
static void copy_end(struct copier *c)
{
    profile_add_tracks(c->to, c->from);
    mem_free(c->frames, c->from->frames.n, sizeof *c->frames);
    mem_free(c->sets, c->from->labels.n, sizeof *c->sets);
    mem_free(c->stacks, c->from->stacks.n, sizeof *c->stacks);
    mem_free(c->values, c->from->n_columns, sizeof *c->values);
    mem_free(c->path, c->path_room, sizeof *c->path);
    mem_free(c->pairs, c->pairs_room, sizeof *c->pairs);
}

void profile_canonical(struct profile *to, const struct profile *from)
{
    struct sample_key *order = order_samples(from);
    struct copier c;

    assert(!moments_are_chart(&from->moments));
    copy_begin(&c, to, from);
    for (uint32_t i = 0; i < from->n_samples; i++)
        copy_to(&c, order[i].row, copy_stack(&c, from->samples[order[i].row].stack));
    copy_end(&c);
    mem_free(order, from->n_samples, sizeof *order);
}

/* ---- pruning --------------------------------------------------------------------------- */

static uint64_t *add_totals(const struct profile *p)
{
    uint64_t *total = mem_alloc(p->stacks.n, sizeof *total);

    for (uint32_t i = 0; i < p->n_samples; i++)
        total[p->samples[i].stack] += p->columns[0].values[i];
    for (stack_id s = p->stacks.n; s-- > 1;)
        total[p->stacks.rows[s].caller] += total[s];
    return total;
}

static int compare_descending(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return (*x < *y) - (*x > *y);
}

/* Returns the smallest total among the `keep` largest, and how many stacks with just that total are
 * kept. */
static uint64_t least_of(const uint64_t *total, size_t n, uint64_t keep, uint64_t *equals)
{
    *equals = 0;
    if (keep == 0)
        return UINT64_MAX;
    uint64_t *sorted = mem_alloc(n, sizeof *sorted);
    memcpy(sorted, total, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_descending);
    uint64_t least = sorted[keep - 1];
    size_t at = (size_t)keep - 1;
    while (at && sorted[at - 1] == least)
        at--;
    *equals = keep - at;
    mem_free(sorted, n, sizeof *sorted);
    return least;
}

/* Sets for each stack the nearest kept stack: itself or a caller (which has at least as much, and a
 * smaller id); 0: none. Returns whether any stack has none. */
static bool choose(const struct profile *p, uint64_t keep, stack_id *stays, struct pruned *pruned)
{
    uint64_t *total = add_totals(p);
    uint64_t equals;
    uint64_t least = least_of(total + 1, p->stacks.n - 1, keep, &equals);
    bool is_rootless = false;

    *pruned = (struct pruned){0};
    for (stack_id s = 1; s < p->stacks.n; s++) {
        bool kept = total[s] > least || (total[s] == least && equals && equals--);
        stays[s] = kept ? s : stays[p->stacks.rows[s].caller];
        if (!kept && total[s] > pruned->largest)
            pruned->largest = total[s];
        pruned->stacks += !kept;
        is_rootless = is_rootless || !stays[s];
    }
    mem_free(total, p->stacks.n, sizeof *total);
    return is_rootless;
}

/* The stack for samples without a kept caller. */
static stack_id add_rest(struct profile *p)
{
    const struct frame row = {.name = names_add(&p->names, STR(PRUNED_NAME))};

    return stacks_add(&p->stacks, 0, frames_add(&p->frames, &row));
}

void profile_prune(struct profile *to, const struct profile *from, uint64_t n,
                   struct pruned *pruned)
{
    bool fits = n >= from->stacks.n - 1;
    stack_id *stays = mem_alloc(from->stacks.n, sizeof *stays);
    struct copier c;

    assert(n);
    *pruned = (struct pruned){0};
    if (!fits && choose(from, n, stays, pruned))
        (void)choose(from, n - 1, stays, pruned);
    copy_begin(&c, to, from);
    for (uint32_t i = 0; i < from->n_samples; i++) {
        stack_id stack = from->samples[i].stack;
        bool moved = !fits && stays[stack] != stack;
        if (moved && !stays[stack])
            copy_to(&c, i, add_rest(to));
        else
            copy_to(&c, i, copy_stack(&c, moved ? stays[stack] : stack));
        if (moved)
            pruned->moved += from->columns[0].values[i];
    }
    copy_end(&c);
    mem_free(stays, from->stacks.n, sizeof *stays);
}
