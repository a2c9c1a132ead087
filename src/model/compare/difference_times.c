/* How much functions vary within both sides of a comparison, from the times of their samples. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/compare/difference.h"
#include "model/compare/variation.h"

/* Parts of the profile: both sides, and what was recorded beside them. */
enum { REST = SIDES, PARTS };

/* How many events are looked at for functions with their callees: so many, and so many for each. */
enum { WORK_LEAST = 1 << 23, WORK_EACH = 32 };

/* A row is a list where there is less than one event to so many words of marks. */
enum { SPARSE = 64 };

/* An event, with what it is sorted by and where it belongs. */
struct placed_event {
    struct variation_event event;
    uint32_t sample;
};

struct times {
    const struct difference *d;
    const struct profile *p;
    size_t column[PARTS]; /* 0: there is none */
    uint64_t end_ns[PARTS];
    uint64_t shift_ns; /* where after begins on the axis of before, of two recordings */
    struct placed_event *placed;
    struct variation_event *events; /* the same in order */
    size_t n, room;
    double sampled; /* of points: ns, */
    size_t n_sampled;
    struct variation_plan plan;
    /* Events by stack, in the order of stacks depth first: those of a stack, then those below. */
    uint32_t *by_stack;
    uint32_t *first, *own, *all; /* by stack */
    /* Those of the row that is judged. */
    uint64_t *marks; /* a bit for each event, */
    size_t from, to; /* in the words from..to */
    uint32_t *row;   /* the same as a list */
    size_t n_marked;
};

/* ---- axis ------------------------------------------------------------------------------------ */

/* The part of a sample; PARTS: none, as it has no value. */
static size_t part_of(const struct times *t, uint32_t sample)
{
    size_t part = 0;

    while (part < PARTS && (!t->column[part] || !t->p->columns[t->column[part]].values[sample]))
        part++;
    return part;
}

/* Finds where parts end, which is after their last point; false when a sample has no time. */
static bool find_ends(struct times *t)
{
    for (uint32_t i = 0; i < t->p->n_samples; i++) {
        const size_t part = part_of(t, i);
        const uint64_t at = moments_at(&t->p->moments, i);
        if (part == PARTS)
            continue;
        const uint64_t length = time_window_lasts(t->p, t->column[part], i);
        if (at >= UINT64_MAX / 4 || length >= UINT64_MAX / 4)
            return false;
        const uint64_t end = at + (length ? length : 1);
        t->end_ns[part] = end > t->end_ns[part] ? end : t->end_ns[part];
        t->n += length ? 2 : 1;
    }
    return t->n > 0 && t->n < UINT32_MAX;
}

static struct variation_part within(const struct time_window *window, uint64_t end_ns)
{
    const uint64_t to = window->to_ns < end_ns ? window->to_ns : end_ns;

    return (struct variation_part){window->from_ns < to ? window->from_ns : to, to};
}

/* What is beside both ranges, up to the end of the recording. */
static void add_rests(struct variation_plan *plan, uint64_t end_ns)
{
    const bool swapped = plan->side[SIDE_AFTER].from_ns < plan->side[SIDE_BEFORE].from_ns;
    const struct variation_part *first = &plan->side[swapped ? SIDE_AFTER : SIDE_BEFORE];
    const struct variation_part *second = &plan->side[swapped ? SIDE_BEFORE : SIDE_AFTER];
    const struct variation_part rest[] = {
        {0, first->from_ns}, {first->to_ns, second->from_ns}, {second->to_ns, end_ns}};

    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        if (rest[i].to_ns > rest[i].from_ns)
            plan->rest[plan->n_rests++] = rest[i];
}

/* Lays both sides on one axis; false when one is empty. */
static bool lay_out(struct times *t)
{
    struct variation_plan *plan = &t->plan;
    uint64_t end_ns = 0;

    for (size_t i = 0; i < PARTS; i++)
        end_ns = t->end_ns[i] > end_ns ? t->end_ns[i] : end_ns;
    for (size_t i = 0; i < SIDES; i++) {
        plan->side[i] = within(&t->d->window[i], t->d->ranges ? end_ns : t->end_ns[i]);
        plan->weight[i] = t->d->weight[i];
        if (plan->side[i].to_ns == plan->side[i].from_ns)
            return false;
    }
    if (t->d->ranges) {
        add_rests(plan, end_ns);
        return true;
    }
    t->shift_ns = plan->side[SIDE_BEFORE].to_ns;
    plan->side[SIDE_AFTER].from_ns += t->shift_ns;
    plan->side[SIDE_AFTER].to_ns += t->shift_ns;
    return true;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* At one time ends come first. */
static int by_time(const void *a, const void *b)
{
    const struct placed_event *x = a;
    const struct placed_event *y = b;

    if (x->event.at_ns != y->event.at_ns)
        return x->event.at_ns < y->event.at_ns ? -1 : 1;
    if ((x->event.rate < 0) != (y->event.rate < 0))
        return x->event.rate < 0 ? -1 : 1;
    return (x->sample > y->sample) - (x->sample < y->sample);
}

static void add(struct times *t, uint32_t sample, struct variation_event event)
{
    t->placed[t->n++] = (struct placed_event){event, sample};
}

static void list_events(struct times *t)
{
    t->room = t->n;
    t->placed = mem_alloc(t->room, sizeof *t->placed);
    t->n = 0;
    for (uint32_t i = 0; i < t->p->n_samples; i++) {
        const size_t part = part_of(t, i);
        if (part == PARTS)
            continue;
        const struct column *c = &t->p->columns[t->column[part]];
        const double value = (double)c->values[i];
        const uint64_t length = time_window_lasts(t->p, t->column[part], i);
        const uint64_t at_ns =
            moments_at(&t->p->moments, i) + (part == SIDE_AFTER ? t->shift_ns : 0);
        if (length) {
            add(t, i, (struct variation_event){at_ns, 0, value / (double)length});
            add(t, i, (struct variation_event){at_ns + length, 0, -value / (double)length});
        } else {
            add(t, i, (struct variation_event){at_ns, value, 0});
            t->sampled += value;
            t->n_sampled++;
        }
    }
    qsort(t->placed, t->n, sizeof *t->placed, by_time);
    t->events = mem_alloc(t->room, sizeof *t->events);
    for (size_t i = 0; i < t->n; i++)
        t->events[i] = t->placed[i].event;
}

/* From sample to sample, if their values are times. */
static uint64_t period_of(const struct times *t)
{
    const struct column *c = &t->p->columns[t->column[SIDE_AFTER]];

    if (!t->n_sampled || !str_equal(names_get(&t->p->names, c->unit), STR("ns")))
        return 0;
    double ns = t->sampled / (double)t->n_sampled;
    for (unsigned i = 0; i < c->scale; i++)
        ns /= 10;
    return ns < 1e18 ? (uint64_t)ns : 0;
}

/* ---- stacks ---------------------------------------------------------------------------------- */

static stack_id stack_of(const struct times *t, size_t event)
{
    return t->p->samples[t->placed[event].sample].stack;
}

static void place_by_stack(struct times *t)
{
    const struct stack *rows = t->p->stacks.rows;
    const uint32_t n = t->p->stacks.n;
    uint32_t *next = mem_alloc(n, sizeof *next);

    t->first = mem_alloc(n, sizeof *t->first);
    t->own = mem_alloc(n, sizeof *t->own);
    t->all = mem_alloc(n, sizeof *t->all);
    t->by_stack = mem_alloc(t->room, sizeof *t->by_stack);
    for (size_t i = 0; i < t->n; i++)
        t->own[stack_of(t, i)]++;
    for (uint32_t i = n; i-- > 0;) {
        t->all[i] += t->own[i];
        if (i)
            t->all[rows[i].caller] += t->all[i];
    }
    next[0] = t->own[0];
    for (uint32_t i = 1; i < n; i++) {
        t->first[i] = next[rows[i].caller];
        next[rows[i].caller] += t->all[i];
        next[i] = t->first[i] + t->own[i];
    }
    for (uint32_t i = 0; i < n; i++)
        next[i] = t->first[i];
    for (size_t i = 0; i < t->n; i++)
        t->by_stack[next[stack_of(t, i)]++] = (uint32_t)i;
    mem_free(next, n, sizeof *next);
}

static void mark(struct times *t, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < first + n; i++) {
        const size_t word = t->by_stack[i] / 64;
        const uint64_t bit = UINT64_C(1) << t->by_stack[i] % 64;
        if (t->marks[word] & bit)
            continue;
        t->marks[word] |= bit;
        t->row[t->n_marked++] = t->by_stack[i];
        t->from = t->from == t->to || word < t->from ? word : t->from;
        t->to = word >= t->to ? word + 1 : t->to;
    }
}

static int compare_places(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Puts what is marked in order, and clears the marks: by the list where that takes less time than
 * to look at all words between the first and the last, which thousands of small functions of a long
 * recording would do each. */
static size_t take_marked(struct times *t)
{
    const size_t n = t->n_marked;

    if (n < (t->to - t->from) / SPARSE) {
        for (size_t i = 0; i < n; i++)
            t->marks[t->row[i] / 64] = 0;
        qsort(t->row, n, sizeof *t->row, compare_places);
    } else {
        size_t k = 0;
        for (size_t word = t->from; word < t->to; word++)
            for (uint32_t at = (uint32_t)word * 64; t->marks[word]; at++) {
                if (t->marks[word] >> at % 64 & 1)
                    t->row[k++] = at;
                t->marks[word] &= ~(UINT64_C(1) << at % 64);
            }
    }
    t->from = t->to = t->n_marked = 0;
    return n;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Stacks by their last frame: those of a frame are at first[frame] .. first[frame + 1]. */
static stack_id *list_by_frame(const struct profile *p, uint32_t *first)
{
    stack_id *list = mem_alloc(p->stacks.n, sizeof *list);
    const struct stack *rows = p->stacks.rows;

    for (stack_id i = 1; i < p->stacks.n; i++)
        first[rows[i].frame + 1]++;
    for (frame_id i = 0; i < p->frames.n; i++)
        first[i + 1] += first[i];
    for (stack_id i = p->stacks.n - 1; i > 0; i--)
        list[--first[rows[i].frame + 1]] = i;
    /* Now first[frame + 1] is where those of the frame begin. */
    for (frame_id i = 0; i < p->frames.n; i++)
        first[i] = first[i + 1];
    first[p->frames.n] = p->stacks.n - 1;
    return list;
}

/* What is judged: a function by itself, or with its callees. */
struct judged {
    uint64_t key; /* of its events: those of equal key and number are the same */
    uint32_t n;   /* events */
    uint32_t row; /* the frame; of the total, behind all frames */
};

struct functions {
    struct times *t;
    struct difference *d;
    unsigned char *outer;
    uint32_t *first;
    stack_id *list;
    uint64_t *keys; /* by place in by_stack: the sum of those before */
};

/* Spreads the bits of a number, so that sums of others are hardly ever equal. */
static uint64_t spread(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t *sum_keys(const struct times *t)
{
    uint64_t *keys = mem_alloc(t->n + 1, sizeof *keys);

    for (size_t i = 0; i < t->n; i++)
        keys[i + 1] = keys[i] + spread(t->by_stack[i]);
    return keys;
}

static frame_id frame_of(const struct functions *f, uint32_t row)
{
    return row % f->t->p->frames.n;
}

static bool is_total(const struct functions *f, uint32_t row)
{
    return row >= f->t->p->frames.n;
}

/* How many events a stack of the function adds to its row, from those of the stack on. */
static uint32_t added(const struct functions *f, bool total, stack_id stack)
{
    if (total)
        return f->outer[stack / 8] >> stack % 8 & 1 ? f->t->all[stack] : 0;
    if (!f->d->reversed)
        return f->t->own[stack];
    return f->t->p->stacks.rows[stack].caller == 0 ? f->t->all[stack] : 0;
}

static struct judged look_at(const struct functions *f, uint32_t row)
{
    const frame_id frame = frame_of(f, row);
    struct judged judged = {.row = row};

    for (uint32_t i = f->first[frame]; i < f->first[frame + 1]; i++) {
        const uint32_t at = f->t->first[f->list[i]];
        const uint32_t n = added(f, is_total(f, row), f->list[i]);
        judged.key += f->keys[at + n] - f->keys[at];
        judged.n += n;
    }
    return judged;
}

/* The largest first; of the same events first those of a function by itself. */
static int by_size(const void *a, const void *b)
{
    const struct judged *x = a;
    const struct judged *y = b;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void judge(struct functions *f, const struct judged *judged, struct variation *v)
{
    struct times *t = f->t;
    const frame_id frame = frame_of(f, judged->row);

    for (uint32_t i = f->first[frame]; i < f->first[frame + 1]; i++)
        mark(t, t->first[f->list[i]], added(f, is_total(f, judged->row), f->list[i]));
    variation_judge(v, &t->plan, t->events, t->row, take_marked(t));
}

/* Deep stacks have each event in thousands of functions. Those of the same events, as in a chain of
 * calls, are judged once; of others with callees the largest. By itself a function is always
 * judged: all together have each event once. */
static void judge_rows(struct functions *f, const struct judged *rows, size_t n)
{
    uint64_t left = WORK_LEAST + (uint64_t)WORK_EACH * f->t->n;
    const struct variation skipped = {
        .verdict = VARIATION_SKIPPED, .half = (double)INFINITY, .p = 1};
    struct variation same = skipped;

    for (size_t i = 0; i < n; i++) {
        const bool total = is_total(f, rows[i].row);
        struct variation *all = total ? f->d->total_variation : f->d->self_variation;
        if (!i || rows[i].n != rows[i - 1].n || rows[i].key != rows[i - 1].key) {
            same = skipped;
            const bool fits = rows[i].n <= left;
            if (!total || fits)
                judge(f, &rows[i], &same);
            if (total)
                left = fits ? left - rows[i].n : 0;
        }
        all[frame_of(f, rows[i].row)] = same;
    }
}

static void judge_all(struct times *t, struct difference *d)
{
    const struct profile *p = t->p;
    const uint32_t n = p->frames.n;
    struct functions f = {.t = t, .d = d, .outer = frame_sums_mark_first(p), .keys = sum_keys(t)};
    struct judged *rows = mem_alloc(2 * (size_t)n, sizeof *rows);
    size_t n_rows = 0;

    f.first = mem_alloc((size_t)n + 1, sizeof *f.first);
    f.list = list_by_frame(p, f.first);
    mark(t, 0, (uint32_t)t->n);
    variation_judge(&d->total_variation[0], &t->plan, t->events, t->row, take_marked(t));
    for (frame_id frame = 1; frame < n; frame++) {
        rows[n_rows++] = look_at(&f, frame);
        rows[n_rows++] = look_at(&f, n + frame);
    }
    if (n_rows)
        qsort(rows, n_rows, sizeof *rows, by_size);
    judge_rows(&f, rows, n_rows);
    mem_free(rows, 2 * (size_t)n, sizeof *rows);
    mem_free(f.list, p->stacks.n, sizeof *f.list);
    mem_free(f.first, (size_t)n + 1, sizeof *f.first);
    mem_free(f.keys, t->n + 1, sizeof *f.keys);
    mem_free(f.outer, p->stacks.n / 8 + 1, 1);
}

static void find_variations(struct times *t, struct difference *d)
{
    list_events(t);
    t->plan.period_ns = period_of(t);
    variation_prepare(&t->plan);
    place_by_stack(t);
    t->marks = mem_alloc(t->n / 64 + 1, sizeof *t->marks);
    t->row = mem_alloc(t->room, sizeof *t->row);
    d->n_variations = t->p->frames.n;
    d->total_variation = mem_alloc(d->n_variations, sizeof *d->total_variation);
    d->self_variation = mem_alloc(d->n_variations, sizeof *d->self_variation);
    judge_all(t, d);
    mem_free(t->placed, t->room, sizeof *t->placed);
    mem_free(t->events, t->room, sizeof *t->events);
    mem_free(t->by_stack, t->room, sizeof *t->by_stack);
    mem_free(t->first, t->p->stacks.n, sizeof *t->first);
    mem_free(t->own, t->p->stacks.n, sizeof *t->own);
    mem_free(t->all, t->p->stacks.n, sizeof *t->all);
    mem_free(t->marks, t->n / 64 + 1, sizeof *t->marks);
    mem_free(t->row, t->room, sizeof *t->row);
}

/* ---- the profile without times --------------------------------------------------------------- */

static void drop_column(struct profile *p, size_t column)
{
    struct column *kept = mem_alloc(p->n_columns - 1, sizeof *kept);
    size_t n = 0;

    for (size_t i = 0; i < p->n_columns; i++)
        if (i == column)
            mem_free(p->columns[i].values, p->columns[i].room, sizeof *p->columns[i].values);
        else
            kept[n++] = p->columns[i];
    mem_free(p->columns, p->n_columns, sizeof *p->columns);
    p->columns = kept;
    p->n_columns = n;
}

static bool has_value(const struct profile *p, uint32_t sample)
{
    bool has = false;

    for (size_t c = 0; c < p->n_columns; c++)
        has = has || p->columns[c].values[sample];
    return has;
}

/* Adds up the samples of each stack. */
static void join_samples(struct profile *p)
{
    uint32_t *row_of = mem_alloc(p->stacks.n, sizeof *row_of); /* 1 + the row */
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        const stack_id stack = p->samples[i].stack;
        const bool is_new = !row_of[stack];
        if (!has_value(p, i))
            continue;
        const uint32_t row = is_new ? n++ : row_of[stack] - 1;
        row_of[stack] = row + 1;
        for (size_t c = 0; c < p->n_columns; c++) {
            const uint64_t value = p->columns[c].values[i];
            p->columns[c].values[row] = value + (is_new ? 0 : p->columns[c].values[row]);
        }
        p->samples[row] = (struct sample){stack, 0};
        p->n_merged += !is_new;
        if (stack / 8 >= p->sampled_room)
            p->sampled = mem_grow(p->sampled, &p->sampled_room, p->stacks.n / 8 + 1, 1);
        p->sampled[stack / 8] |= (unsigned char)(1u << stack % 8);
    }
    p->n_samples = n;
    profile_forget_slots(p);
    moments_free(&p->moments);
    p->moments = (struct moments){.kind = TIME_NONE};
    mem_free(row_of, p->stacks.n, sizeof *row_of);
}

static void give_up_times(struct difference *d, struct profile *p)
{
    if (d->rest)
        drop_column(p, d->rest);
    d->rest = 0;
    join_samples(p);
}

void difference_join_untimed(struct difference *d, struct profile *p)
{
    bool has_times = p->n_samples > 0;

    for (uint32_t i = 0; i < p->n_samples; i++)
        has_times = has_times && moments_at(&p->moments, i) != NO_TIME;
    if (p->moments.kind == TIME_POINTS && !has_times)
        give_up_times(d, p);
}

void difference_take_times(struct difference *d, struct profile *p)
{
    struct times t = {.d = d, .p = p};
    const bool single = d->n_runs[SIDE_BEFORE] == 1 && d->n_runs[SIDE_AFTER] == 1;

    if (p->moments.kind != TIME_POINTS)
        return;
    assert(!d->total_variation);
    t.column[SIDE_BEFORE] = difference_column(d, SIDE_BEFORE, 0);
    t.column[SIDE_AFTER] = difference_column(d, SIDE_AFTER, 0);
    t.column[REST] = d->rest;
    if (single && find_ends(&t) && lay_out(&t))
        find_variations(&t, d);
    give_up_times(d, p);
}
