/* The snapshots of a profile with what their samples hold, and where they lie on the time axis. */
#include "render/timeline/data.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

struct build {
    struct timeline *t;
    const struct profile *p;
    stack_id *root_of; /* by stack: its outermost frame */
    uint64_t *most;    /* by name: what a site has at most in one snapshot */
    uint64_t *now;     /* the same in one */
};

static struct str text_of(const struct profile *p, name_id name)
{
    return names_get(&p->names, name);
}

/* Returns 1 + the snapshot that a sample is in; 0: none. */
static size_t shot_of(const struct profile *p, uint32_t sample)
{
    return labels_snapshot(&p->labels, p->samples[sample].labels);
}

static void find_shots(struct timeline *t)
{
    const struct snapshots *s = &t->p->labels.snapshots;

    t->n = s->n ? s->n - 1 : 0;
    t->shots = mem_alloc(t->n + 1, sizeof *t->shots);
    for (size_t i = 0; i < t->n; i++)
        t->shots[i] = (struct timeline_snapshot){.is = &s->rows[i + 1]};
}

static enum timeline_part part_of(const struct build *b, stack_id stack)
{
    const struct stack *row = &b->p->stacks.rows[b->root_of[stack]];
    struct str name = text_of(b->p, b->p->frames.rows[row->frame].name);

    if (str_equal(name, STR("[heap overhead]")))
        return TIMELINE_OVERHEAD;
    return str_equal(name, STR("[stacks]")) ? TIMELINE_STACKS : TIMELINE_HEAP;
}

/* Returns the function that allocated; 0: not known. */
static name_id site_of(const struct build *b, stack_id stack)
{
    name_id name = b->p->frames.rows[b->p->stacks.rows[stack].frame].name;

    if (part_of(b, stack) != TIMELINE_HEAP || str_equal(text_of(b->p, name), STR("[heap]")))
        return 0;
    return name;
}

static void find_roots(struct build *b)
{
    const struct stacks *stacks = &b->p->stacks;

    for (stack_id i = 1; i < stacks->n; i++)
        b->root_of[i] = stacks->rows[i].caller ? b->root_of[stacks->rows[i].caller] : i;
}

static void add_parts(struct build *b)
{
    const struct profile *p = b->p;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        size_t shot = shot_of(p, i);
        uint64_t value = p->columns[0].values[i];
        if (!shot)
            continue;
        struct timeline_snapshot *s = &b->t->shots[shot - 1];
        s->parts[part_of(b, p->samples[i].stack)] += value;
        s->total += value;
        s->is_detailed = s->is_detailed || site_of(b, p->samples[i].stack);
    }
}

/* Counting sort of samples by snapshot. */
static void sort_samples(const struct build *b)
{
    const struct profile *p = b->p;
    struct timeline *t = b->t;
    size_t *next = mem_alloc(t->n + 1, sizeof *next); /* by 1 + the snapshot */

    t->samples = mem_alloc(p->n_samples, sizeof *t->samples);
    t->begin = mem_alloc(t->n + 1, sizeof *t->begin);
    for (uint32_t i = 0; i < p->n_samples; i++)
        next[shot_of(p, i)]++;
    size_t sum = 0;
    for (size_t i = 0; i <= t->n; i++) {
        size_t n = next[i];
        next[i] = sum;
        sum += n;
        t->begin[i] = sum;
    }
    for (uint32_t i = 0; i < p->n_samples; i++)
        t->samples[next[shot_of(p, i)]++] = i;
    mem_free(next, t->n + 1, sizeof *next);
}

/* Calls a function for each snapshot with the values of its sites. */
static void for_each_shot(struct build *b, void (*look)(struct build *b, size_t shot, name_id site))
{
    const struct profile *p = b->p;
    const struct timeline *t = b->t;

    for (size_t shot = 0; shot < t->n; shot++) {
        for (size_t k = t->begin[shot]; k < t->begin[shot + 1]; k++)
            b->now[site_of(b, p->samples[t->samples[k]].stack)] +=
                p->columns[0].values[t->samples[k]];
        for (size_t k = t->begin[shot]; k < t->begin[shot + 1]; k++) {
            name_id site = site_of(b, p->samples[t->samples[k]].stack);
            if (site && b->now[site])
                look(b, shot, site);
            b->now[site] = 0;
        }
    }
}

static void take_most(struct build *b, size_t shot, name_id site)
{
    (void)shot;
    if (b->now[site] > b->most[site])
        b->most[site] = b->now[site];
}

static bool is_before(const struct build *b, name_id one, name_id other)
{
    if (b->most[one] != b->most[other])
        return b->most[one] > b->most[other];
    return str_compare(text_of(b->p, one), text_of(b->p, other)) < 0;
}

static void choose_sites(struct build *b)
{
    struct timeline *t = b->t;

    for (name_id i = 1; i < b->p->names.n; i++) {
        size_t at = t->n_sites;
        while (b->most[i] && at > 0 && is_before(b, i, t->sites[at - 1]))
            at--;
        if (!b->most[i] || at == TIMELINE_SITES)
            continue;
        t->n_sites += t->n_sites < TIMELINE_SITES;
        for (size_t k = t->n_sites - 1; k > at; k--)
            t->sites[k] = t->sites[k - 1];
        t->sites[at] = i;
    }
}

static void take_sites(struct build *b, size_t shot, name_id site)
{
    for (size_t i = 0; i < b->t->n_sites; i++)
        if (b->t->sites[i] == site)
            b->t->shots[shot].sites[i] = b->now[site];
}

static double time_of(const struct snapshot *snapshot)
{
    double time = (double)snapshot->at;

    for (unsigned i = 0; i < snapshot->scale; i++)
        time /= 10;
    return time;
}

/* A time far before the one before it is of the next day. */
static bool place_by_clock(struct timeline *t)
{
    const double day = 86400;
    double last = 0;

    for (size_t i = 0; i < t->n; i++) {
        struct timeline_snapshot *s = &t->shots[i];
        if (s->is->clock != SNAPSHOT_TIME_OF_DAY)
            return false;
        s->at = time_of(s->is);
        double days = floor(last / day);
        s->at += days * day;
        if (s->at < last - day / 2)
            s->at += day;
        if (s->at < last)
            return false;
        last = s->at;
    }
    return t->n == 1 || last > t->shots[0].at;
}

static bool place_by_number(struct timeline *t)
{
    double last = 0;

    for (size_t i = 0; i < t->n; i++) {
        struct timeline_snapshot *s = &t->shots[i];
        s->at = time_of(s->is);
        if (s->is->clock != SNAPSHOT_ELAPSED || s->at < last)
            return false;
        last = s->at;
    }
    t->unit = names_get(&t->p->names, t->shots[t->n - 1].is->unit);
    return true;
}

static void place(struct timeline *t)
{
    t->place = place_by_number(t)  ? TIMELINE_BY_NUMBER
               : place_by_clock(t) ? TIMELINE_BY_CLOCK
                                   : TIMELINE_BY_INDEX;
    for (size_t i = 0; t->place == TIMELINE_BY_INDEX && i < t->n; i++)
        t->shots[i].at = (double)i;
}

static void sum_up(struct timeline *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct timeline_snapshot *s = &t->shots[i];
        t->n_detailed += s->is_detailed;
        t->most = s->total > t->most ? s->total : t->most;
        if (s->is_detailed && s->parts[TIMELINE_HEAP] > t->most_heap)
            t->most_heap = s->parts[TIMELINE_HEAP];
        if (s->is->is_peak > t->shots[t->peak].is->is_peak ||
            (s->is->is_peak == t->shots[t->peak].is->is_peak && s->total > t->shots[t->peak].total))
            t->peak = i;
    }
}

bool timeline_build(struct timeline *t, const struct profile *p, struct fault *f)
{
    struct build b = {
        .t = t,
        .p = p,
        .root_of = mem_alloc(p->stacks.n, sizeof *b.root_of),
        .most = mem_alloc(p->names.n, sizeof *b.most),
        .now = mem_alloc(p->names.n, sizeof *b.now),
    };

    *t = (struct timeline){.p = p, .unit = STR("")};
    find_shots(t);
    find_roots(&b);
    add_parts(&b);
    if (t->n) {
        sort_samples(&b);
        for_each_shot(&b, take_most);
        choose_sites(&b);
        for_each_shot(&b, take_sites);
        place(t);
        sum_up(t);
    }
    mem_free(b.root_of, p->stacks.n, sizeof *b.root_of);
    mem_free(b.most, p->names.n, sizeof *b.most);
    mem_free(b.now, p->names.n, sizeof *b.now);
    return t->n ||
           fault_set(f, FAULT_USAGE,
                     "--format timeline: no snapshots found, wanted an input that has some, "
                     "as those of massif and heaptrack");
}

void timeline_free(struct timeline *t)
{
    mem_free(t->shots, t->n + 1, sizeof *t->shots);
    if (t->samples)
        mem_free(t->samples, t->p->n_samples, sizeof *t->samples);
    mem_free(t->begin, t->begin ? t->n + 1 : 0, sizeof *t->begin);
    *t = (struct timeline){0};
}

size_t timeline_told(const struct timeline *t)
{
    size_t best = t->peak;

    for (size_t i = 0; !t->shots[t->peak].is_detailed && i < t->n; i++)
        if (t->shots[i].is_detailed &&
            (!t->shots[best].is_detailed || t->shots[i].total > t->shots[best].total))
            best = i;
    return best;
}
