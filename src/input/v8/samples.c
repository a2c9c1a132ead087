/* samples  1   2   2   (garbage collector)   3
 * deltas 5   7   6   8                     4     and 9 until the end: 1 has 7, 2 has 6 + 8, ...
 * Adds the samples of a V8 profile. */
#include "input/v8/samples.h"

#include "base/mem.h"
#include "input/v8/tree.h"

#define NS_PER_US 1000

/* No sample's time is further from 0. */
#define FURTHEST (INT64_MAX / 2)

/* Sums of a node, for samples that share a row whenever they come. */
struct share {
    uint64_t ns, count; /* count 0: nothing */
    uint32_t line;      /* of the first */
};

/* Iterates over the samples of a profile. */
struct flow {
    struct v8_samples *s;
    const struct v8_profile *p;
    labels_id labels;
    stack_id stack; /* of the last sample but those of the collector */
    uint32_t depth;
    int64_t raw_ns;   /* what the times say */
    int64_t first_ns; /* of the first sample, once it began */
    uint64_t n;       /* samples with a time */
    int64_t now_ns;   /* never less than before */
    bool began;
    const struct v8_sample *waiting; /* until it is known how long it lasts; NULL: none */
    struct share *shares;            /* by node; NULL: each sample keeps its time */
    uint32_t *shared;                /* nodes with a share, as they came */
    size_t n_shared;
};

static bool has_part_of_us(int64_t ns)
{
    return ns != V8_NO_TIME && ns % NS_PER_US != 0;
}

void v8_samples_look(struct v8_samples *s, const struct v8_profile *p)
{
    s->sized = s->sized || p->sized;
    s->timed = s->timed || (p->timed && p->n_samples);
    s->has_idle = s->has_idle || p->has_idle;
    s->n_lost += p->n_lost;
    s->fine = s->fine || has_part_of_us(p->start_ns) || has_part_of_us(p->end_ns);
    for (size_t i = 0; i < p->n_times && !s->fine; i++)
        s->fine = has_part_of_us(p->times[i]);
}

size_t v8_samples_measures(const struct v8_samples *s, struct measure measures[V8_MEASURES])
{
    size_t n = 0;

    if (s->sized) {
        measures[n++] = (struct measure){"bytes", "bytes"};
        return n;
    }
    if (s->timed)
        measures[n++] = (struct measure){"time", "us"};
    measures[n++] = (struct measure){"samples", "samples"};
    if (s->has_idle)
        measures[n++] = (struct measure){"idle", s->timed ? "us" : "samples"};
    return n;
}

bool v8_samples_scale(const struct v8_samples *s)
{
    enum { DIGITS = 3 };
    struct builder *b = &s->text->builder;

    if (!s->timed || s->sized || !s->fine)
        return true;
    return builder_scale(b, COLUMN_WEIGHT, DIGITS) &&
           (!s->has_idle || builder_scale(b, COLUMN_SAMPLES + 1, DIGITS));
}

static bool bad(const struct flow *f, uint32_t line, const char *reason)
{
    return reading_bad(f->s->text->r, line, reason, STR(""), f->s->text->f);
}

/* Adds a stack's samples and their time. */
static bool add(struct flow *f, stack_id stack, bool idle, uint64_t ns, uint64_t count,
                uint32_t line)
{
    struct v8_samples *s = f->s;
    struct builder *b = &s->text->builder;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    uint64_t time = s->fine ? ns : ns / NS_PER_US;

    if (idle) {
        values[s->timed ? COLUMN_SAMPLES + 1 : 1] = s->timed ? time : count;
    } else {
        values[COLUMN_WEIGHT] = s->timed ? time : count;
        if (s->timed)
            values[COLUMN_SAMPLES] = count;
    }
    b->moment.at_ns = s->timed && f->began && f->now_ns >= s->zero_ns
                          ? (uint64_t)(f->now_ns - s->zero_ns)
                          : NO_TIME;
    if (!builder_add_stack(b, stack, f->labels, values, line))
        return false;
    s->n_idle += idle ? count : 0;
    s->idle += idle && s->timed ? time : 0; /* no more than fits into the column */
    return true;
}

/* Returns the garbage collector's stack on top of the last sample's. */
static bool find_collector(const struct flow *f, frame_id frame, uint32_t line, stack_id *stack)
{
    const struct text *text = f->s->text;
    struct place place;

    if (f->depth >= text->r->ask->limits.depth)
        return limits_reached(text->f, place_of(&place, text->r->name, line), "depth",
                              text->r->ask->limits.depth);
    *stack = stacks_add(&text->p->stacks, f->stack, frame);
    return true;
}

static bool add_share(struct flow *f, uint32_t node)
{
    const struct share *share = &f->shares[node];
    struct text *text = f->s->text;

    text->r->tally.taken += share->count - 1;
    if (!add(f, f->p->steps[node].stack, false, share->ns, share->count, share->line))
        return false;
    text->p->n_merged += share->count;
    text->p->n_merged -= 2; /* the row that was begun, and that it was added to */
    return true;
}

/* Adds to the sums of a node. Its row is begun where its first sample is, as if each were added by
 * itself: so readings with times and without have the same order. */
static bool share(struct flow *f, uint32_t node, uint64_t ns, uint32_t line)
{
    struct share *share = &f->shares[node];

    if (ns > UINT64_MAX - share->ns)
        return add(f, f->p->steps[node].stack, false, ns, 1, line);
    if (share->count++ == 0) {
        share->line = line;
        f->shared[f->n_shared++] = node;
        if (!add(f, f->p->steps[node].stack, false, 0, 0, line))
            return false;
        f->s->text->r->tally.taken--;
    }
    share->ns += ns;
    return true;
}

/* Adds samples of a node. If the node is unknown, so is the collector's stack. */
static bool add_node(struct flow *f, uint32_t node, uint64_t ns, uint64_t count, uint32_t line)
{
    const struct v8_step *step = node == V8_NO_NODE ? NULL : &f->p->steps[node];
    stack_id stack = step ? step->stack : 0;

    if (step && step->state == V8_COLLECTOR) {
        if (!find_collector(f, step->frame, line, &stack))
            return false;
        return add(f, stack, false, ns, count, line);
    }
    f->stack = 0;
    f->depth = 0;
    if (!step) {
        f->s->dropped += count;
        f->s->dropped_ns += ns;
        return bad(f, line, "a sample of a node that is not listed");
    }
    if (step->state == V8_ROOT)
        stack = stacks_add(&f->s->text->p->stacks, 0, step->frame);
    if (step->state == V8_FUNCTION) {
        f->stack = stack;
        f->depth = step->depth;
        if (f->shares)
            return share(f, node, ns, line);
    }
    return add(f, stack, step->state == V8_IDLE, ns, count, line);
}

/* Adds the waiting sample, which lasted until then. */
static bool add_waiting(struct flow *f, int64_t until_ns)
{
    const struct v8_sample *sample = f->waiting;
    uint64_t ns = (uint64_t)until_ns - (uint64_t)f->now_ns;

    f->waiting = NULL;
    return !sample || add_node(f, v8_tree_find(f->p, sample->id), ns, 1, sample->at);
}

/* Adds a difference to the time of the previous sample. False when it goes too far. */
static bool advance(struct flow *f, int64_t ns)
{
    if (!f->p->deltas)
        f->raw_ns = 0;
    if (ns > 0 ? f->raw_ns > FURTHEST - ns : f->raw_ns < -FURTHEST - ns)
        return false;
    f->raw_ns += ns;
    return true;
}

/* The time before the first sample belongs to none. */
static void count_before(struct flow *f, int64_t at_ns)
{
    int64_t start_ns = f->p->start_ns;
    uint64_t *before_ns = &f->s->before_ns;

    if (!f->p->deltas || start_ns == V8_NO_TIME || at_ns < start_ns)
        return;
    uint64_t ns = (uint64_t)(at_ns - start_ns);
    *before_ns = ns <= UINT64_MAX - *before_ns ? *before_ns + ns : UINT64_MAX;
}

static bool take_timed(struct flow *f, const struct v8_sample *sample, int64_t ns)
{
    if (ns == V8_NO_TIME)
        return bad(f, sample->at, "a sample without a time");
    if (!advance(f, ns))
        return bad(f, sample->at, "a sample at a time that is too far away");
    int64_t at_ns = f->raw_ns;
    if (f->began && at_ns < f->now_ns) {
        if (!bad(f, sample->at, "a time that is before that of the last sample"))
            return false;
        at_ns = f->now_ns;
    }
    if (!add_waiting(f, at_ns))
        return false;
    if (!f->began) {
        count_before(f, at_ns);
        f->first_ns = at_ns;
    }
    f->n++;
    f->now_ns = at_ns;
    f->began = true;
    f->waiting = sample;
    return true;
}

/* Without an end, the last sample lasts as long as the others do on average, as in Chrome. */
static int64_t likely_end(const struct flow *f)
{
    const struct v8_profile *p = f->p;
    int64_t ns = 0;

    if (!p->deltas || p->end_ns != V8_NO_TIME || p->end_s_ns != V8_NO_TIME)
        return f->now_ns;
    if (f->n > 1)
        ns = (f->now_ns - f->first_ns) / (int64_t)(f->n - 1);
    else if (p->start_ns != V8_NO_TIME && f->now_ns > p->start_ns)
        ns = f->now_ns - p->start_ns;
    return f->now_ns + ns;
}

/* The end time next to timestamps is in seconds, and may be rounded to whole ones. */
static bool find_end(const struct flow *f, int64_t *end_ns)
{
    const struct v8_profile *p = f->p;

    *end_ns = likely_end(f);
    if (p->end_ns != V8_NO_TIME && p->end_ns >= f->now_ns)
        *end_ns = p->end_ns;
    else if (!p->deltas && p->end_s_ns != V8_NO_TIME && p->end_s_ns >= f->now_ns)
        *end_ns = p->end_s_ns;
    else if (p->deltas && p->end_ns != V8_NO_TIME && p->n_samples)
        return bad(f, p->samples[p->n_samples - 1].at, "the end is before the last sample");
    return true;
}

static bool add_each(struct flow *f)
{
    const struct v8_profile *p = f->p;
    int64_t end_ns;

    f->raw_ns = p->start_ns != V8_NO_TIME ? p->start_ns : 0;
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct v8_sample *sample = &p->samples[i];
        if (p->timed ? !take_timed(f, sample, p->times[i])
                     : !add_node(f, v8_tree_find(p, sample->id), 0, 1, sample->at))
            return false;
    }
    return !f->waiting || (find_end(f, &end_ns) && add_waiting(f, end_ns));
}

/* Samples that need not keep their times are first summed by node. */
static bool add_samples(struct flow *f)
{
    const struct profile *to = f->s->text->p;
    size_t n = to->moments.kind != TIME_NONE || f->p->n_samples < f->p->n_nodes ? 0 : f->p->n_nodes;

    if (n) {
        f->shares = mem_alloc(n, sizeof *f->shares);
        f->shared = mem_alloc(n, sizeof *f->shared);
    }
    bool ok = add_each(f);
    for (size_t i = 0; ok && i < f->n_shared; i++)
        ok = add_share(f, f->shared[i]);
    mem_free(f->shares, f->shares ? n : 0, sizeof *f->shares);
    mem_free(f->shared, f->shared ? n : 0, sizeof *f->shared);
    f->shares = NULL;
    return ok;
}

/* How often each function was found, in no particular order. */
static bool add_hits(struct flow *f)
{
    for (size_t i = 0; i < f->p->n_nodes; i++) {
        const struct v8_node *node = &f->p->nodes[i];
        f->stack = 0;
        f->depth = 0;
        if (node->hits && !add_node(f, (uint32_t)i, 0, node->hits, node->at))
            return false;
    }
    return true;
}

/* Reports live allocations that are left out because the tree does not have their nodes. */
static void remark_allocations(const struct v8_samples *s, const struct v8_profile *p)
{
    uint64_t bytes = 0;
    size_t n = 0;

    for (size_t i = 0; i < p->n_allocations; i++) {
        const struct v8_allocation *a = &p->allocations[i];
        bool fits = a->size <= UINT64_MAX - bytes;
        if (!fits || v8_tree_find(p, a->id) != V8_NO_NODE)
            continue;
        bytes += a->size;
        n++;
    }
    if (n && p->n_places)
        reading_remark(
            &s->text->r->info->remarks,
            "%llu bytes belong to nodes that are not in its tree (samples: %zu), and are left out",
            (unsigned long long)bytes, n);
}

static bool add_sizes(struct v8_samples *s, const struct v8_profile *p, labels_id labels)
{
    struct builder *b = &s->text->builder;

    for (size_t i = 0; i < p->n_nodes; i++) {
        const struct v8_node *node = &p->nodes[i];
        const struct v8_step *step = &p->steps[i];
        stack_id stack = step->stack;
        if (!node->size)
            continue;
        if (step->state == V8_ROOT)
            stack = stacks_add(&s->text->p->stacks, 0, step->frame);
        b->moment.at_ns = NO_TIME;
        if (!builder_add_stack(b, stack, labels, &node->size, node->at))
            return false;
    }
    remark_allocations(s, p);
    return true;
}

bool v8_samples_add(struct v8_samples *s, const struct v8_profile *p, labels_id labels)
{
    struct flow f = {.s = s, .p = p, .labels = labels};

    if (s->sized)
        return add_sizes(s, p, labels);
    return p->n_samples ? add_samples(&f) : add_hits(&f);
}

void v8_samples_remark(const struct v8_samples *s)
{
    struct text_list *remarks = &s->text->r->info->remarks;
    unsigned long long n = s->n_idle;

    if (s->n_lost)
        reading_remark(remarks, "nodes whose callers are not in it: %llu, which begin their stacks",
                       (unsigned long long)s->n_lost);
    if (s->dropped_ns)
        reading_remark(
            remarks, "the skipped samples of nodes that are not listed (%llu) lasted %llu us",
            (unsigned long long)s->dropped, (unsigned long long)(s->dropped_ns / NS_PER_US));
    if (s->before_ns)
        reading_remark(&s->text->r->info->details, "before the first sample it ran for %llu us",
                       (unsigned long long)(s->before_ns / NS_PER_US));
    if (n && s->timed)
        reading_remark(remarks,
                       "was idle for %llu us (samples: %llu), which are left out: --value idle "
                       "draws them",
                       (unsigned long long)(s->fine ? s->idle / NS_PER_US : s->idle), n);
    else if (n)
        reading_remark(remarks,
                       "samples while it was idle: %llu, which are left out: --value idle "
                       "draws them",
                       n);
}
