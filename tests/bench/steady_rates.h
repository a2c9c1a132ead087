/* How often the rule of variation.h is wrong about made steady programs, and how often it finds
 * what grew. */
#ifndef TESTS_BENCH_STEADY_RATES_H
#define TESTS_BENCH_STEADY_RATES_H

#include "steady.h"

enum { STEADY_GROWTHS = 4, STEADY_WAITS = 10, STEADY_WAITED_MS = 500 };

/* By how many percent functions grow. */
static const unsigned steady_growths[STEADY_GROWTHS] = {100, 50, 20, 10};

struct steady_rates {
    size_t tested, wrong, by_counts; /* functions; by_counts: beyond 1.96 errors of sampling */
    size_t tried[STEADY_GROWTHS], found[STEADY_GROWTHS]; /* functions that grew */
    size_t waits, named; /* new waits of half a second, and those that are named but not judged */
    size_t split, split_found; /* the same in ten parts, and those that are beyond what varies */
};

static inline void steady_add(struct steady_rates *to, const struct steady_rates *from)
{
    to->tested += from->tested;
    to->wrong += from->wrong;
    to->by_counts += from->by_counts;
    for (size_t i = 0; i < STEADY_GROWTHS; i++) {
        to->tried[i] += from->tried[i];
        to->found[i] += from->found[i];
    }
    to->waits += from->waits;
    to->named += from->named;
    to->split += from->split;
    to->split_found += from->split_found;
}

/* What comparisons of one program share. */
struct steady_bench {
    struct steady_rates *rates;
    struct random random;
    size_t n_growths; /* the first of them are tried */
    struct variation_event *events;
    uint32_t *row; /* all events in their order */
    size_t room;
};

static inline bool steady_is_judged(const struct variation *v)
{
    return v->verdict == VARIATION_WITHIN || v->verdict == VARIATION_BEYOND;
}

static inline void steady_judge(struct steady_bench *b, const struct variation_plan *plan, size_t n)
{
    struct variation v;

    variation_judge(&v, plan, b->events, b->row, n);
    if (!steady_is_judged(&v))
        return;
    const double unit = (double)STEADY_MS;
    const double chance = unit * (v.before * plan->weight[0] + v.after * plan->weight[1]);
    b->rates->tested++;
    b->rates->wrong += v.verdict == VARIATION_BEYOND;
    b->rates->by_counts += fabs(v.after - v.before) > 1.96 * sqrt(chance);
}

static inline void steady_judge_growth(struct steady_bench *b, const struct variation_plan *plan,
                                       size_t n, size_t growth)
{
    struct variation v;

    variation_judge(&v, plan, b->events, b->row, n);
    if (!steady_is_judged(&v))
        return;
    b->rates->tried[growth]++;
    b->rates->found[growth] += v.verdict == VARIATION_BEYOND && v.after > v.before;
}

/* A function that waits for half a second in all in the second part, and was not there before. */
static inline void steady_judge_waits(struct steady_bench *b, const struct variation_plan *plan,
                                      unsigned n_waits)
{
    const uint64_t from = plan->side[1].from_ns;
    const uint64_t each = (plan->side[1].to_ns - from) / n_waits;
    const uint64_t lasts = (uint64_t)STEADY_WAITED_MS * STEADY_MS / n_waits;
    struct variation v;
    size_t n = 0;

    for (unsigned i = 0; i < n_waits; i++) {
        const uint64_t most_ms = (each - lasts) / STEADY_MS;
        const uint64_t at =
            from + i * each + random_below(&b->random, (uint32_t)most_ms) * (uint64_t)STEADY_MS;
        b->events[n++] = (struct variation_event){at, 0, 1};
        b->events[n++] = (struct variation_event){at + lasts, 0, -1};
    }
    variation_judge(&v, plan, b->events, b->row, n);
    if (n_waits == 1) {
        b->rates->waits++;
        b->rates->named += v.verdict == VARIATION_FEW_WAITS;
        return;
    }
    b->rates->split++;
    b->rates->split_found += v.verdict == VARIATION_BEYOND;
}

static inline void steady_prepare(struct variation_plan *plan)
{
    plan->period_ns = STEADY_MS;
    for (size_t i = 0; i < 2; i++)
        plan->weight[i] = 1 / (double)(plan->side[i].to_ns - plan->side[i].from_ns);
    variation_prepare(plan);
}

/* Two ranges of ms that have nothing in common, and the rest. */
static inline struct variation_plan steady_ranges(struct random *r, unsigned all, unsigned length)
{
    struct variation_plan plan = {0};
    unsigned from[2];

    do {
        from[0] = random_below(r, all - length + 1);
        from[1] = random_below(r, all - length + 1);
    } while (from[0] + length > from[1] && from[1] + length > from[0]);
    const unsigned first = from[0] < from[1] ? from[0] : from[1];
    const unsigned second = from[0] < from[1] ? from[1] : from[0];
    const unsigned ends[][2] = {{0, first}, {first + length, second}, {second + length, all}};
    for (size_t i = 0; i < 2; i++)
        plan.side[i] = (struct variation_part){(uint64_t)from[i] * STEADY_MS,
                                               (uint64_t)(from[i] + length) * STEADY_MS};
    for (size_t i = 0; i < 3; i++)
        if (ends[i][1] > ends[i][0])
            plan.rest[plan.n_rests++] = (struct variation_part){(uint64_t)ends[i][0] * STEADY_MS,
                                                                (uint64_t)ends[i][1] * STEADY_MS};
    steady_prepare(&plan);
    return plan;
}

/* Compares ranges of one recording. */
static inline void steady_try_ranges(struct steady_bench *b, const struct steady *s,
                                     unsigned length)
{
    static const struct steady_growth none = {0};
    const struct variation_plan plan = steady_ranges(&b->random, s->ms, length);

    for (unsigned f = 1; f < STEADY_FUNCTIONS; f++)
        steady_judge(b, &plan, steady_events(s, f, 0, &none, b->events));
}

/* Compares ranges of 2 s, in the second of which each function grew. */
static inline void steady_grow_ranges(struct steady_bench *b, const struct steady *s)
{
    const struct variation_plan plan = steady_ranges(&b->random, s->ms, 2000);

    for (size_t i = 0; i < b->n_growths; i++) {
        const struct steady_growth growth = {(unsigned)(plan.side[1].from_ns / STEADY_MS),
                                             (unsigned)(plan.side[1].to_ns / STEADY_MS),
                                             steady_growths[i]};
        for (unsigned f = 1; f < STEADY_FUNCTIONS; f++)
            steady_judge_growth(b, &plan, steady_events(s, f, 0, &growth, b->events), i);
    }
    steady_judge_waits(b, &plan, 1);
    steady_judge_waits(b, &plan, STEADY_WAITS);
}

/* The events of a function in both recordings, the second behind the first. */
static inline size_t steady_both(struct steady_bench *b, const struct steady *first,
                                 const struct steady *second, unsigned function, unsigned percent)
{
    const struct steady_growth none = {0};
    const struct steady_growth growth = {0, percent ? second->ms : 0, percent};
    const size_t n = steady_events(first, function, 0, &none, b->events);

    return n + steady_events(second, function, first->ms, &growth, b->events + n);
}

/* Compares two recordings, as they are, and with each function grown in the second. */
static inline void steady_try_files(struct steady_bench *b, const struct steady *first,
                                    const struct steady *second)
{
    const uint64_t middle = (uint64_t)first->ms * STEADY_MS;
    struct variation_plan plan = {
        .side = {{0, middle}, {middle, middle + (uint64_t)second->ms * STEADY_MS}}};

    steady_prepare(&plan);
    for (unsigned f = 1; f < STEADY_FUNCTIONS; f++)
        steady_judge(b, &plan, steady_both(b, first, second, f, 0));
    for (size_t i = 0; i < b->n_growths; i++)
        for (unsigned f = 1; f < STEADY_FUNCTIONS; f++)
            steady_judge_growth(b, &plan, steady_both(b, first, second, f, steady_growths[i]), i);
    steady_judge_waits(b, &plan, 1);
    steady_judge_waits(b, &plan, STEADY_WAITS);
}

/* How much is measured. */
struct steady_effort {
    unsigned seed;
    unsigned times, ms; /* recordings, and how long each is */
    size_t n_growths;   /* the first of them are tried */
};

/* Of one program: two ranges of each length of each recording, ranges that grew, and each recording
 * beside another. */
static inline void steady_measure(const struct steady_program *p, const struct steady_effort *e,
                                  struct steady_rates *ranges, struct steady_rates *files)
{
    static const unsigned lengths[] = {500, 1000, 2000, 5000};
    struct steady_bench b = {.random = random_seeded(e->seed),
                             .n_growths = e->n_growths,
                             .room = (size_t)4 * STEADY_THREADS * e->ms};

    b.events = mem_alloc(b.room, sizeof *b.events);
    b.row = mem_alloc(b.room, sizeof *b.row);
    for (size_t i = 0; i < b.room; i++)
        b.row[i] = (uint32_t)i;
    for (unsigned i = 0; i < e->times; i++) {
        struct steady first, second;
        steady_make(&first, p, e->seed + 2 * i, e->ms);
        steady_make(&second, p, e->seed + 2 * i + 1, e->ms);
        b.rates = ranges;
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++)
            if (lengths[k] * 3 <= e->ms)
                steady_try_ranges(&b, &first, lengths[k]);
        steady_grow_ranges(&b, &first);
        b.rates = files;
        steady_try_files(&b, &first, &second);
        steady_free(&first);
        steady_free(&second);
    }
    mem_free(b.events, b.room, sizeof *b.events);
    mem_free(b.row, b.room, sizeof *b.row);
}

#endif
