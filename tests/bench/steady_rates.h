/* How often the rule of variation.h is wrong about made steady programs, and how often it finds
 * what was doubled. */
#ifndef TESTS_BENCH_STEADY_RATES_H
#define TESTS_BENCH_STEADY_RATES_H

#include "steady.h"

struct steady_rates {
    size_t tested, wrong, by_counts; /* functions; by_counts: beyond 1.96 errors of sampling */
    size_t doubled, found;
};

static inline void steady_add(struct steady_rates *to, const struct steady_rates *from)
{
    to->tested += from->tested;
    to->wrong += from->wrong;
    to->by_counts += from->by_counts;
    to->doubled += from->doubled;
    to->found += from->found;
}

static inline void steady_judge(struct steady_rates *rates, struct variation_plan *plan,
                                const struct variation_event *events, const uint32_t *row, size_t n,
                                bool is_doubled)
{
    struct variation v;

    variation_judge(&v, plan, events, row, n);
    if (v.verdict != VARIATION_WITHIN && v.verdict != VARIATION_BEYOND)
        return;
    if (is_doubled) {
        rates->doubled++;
        rates->found += v.verdict == VARIATION_BEYOND && v.after > v.before;
        return;
    }
    const double unit = (double)STEADY_MS;
    const double chance = unit * (v.before * plan->weight[0] + v.after * plan->weight[1]);
    rates->tested++;
    rates->wrong += v.verdict == VARIATION_BEYOND;
    rates->by_counts += fabs(v.after - v.before) > 1.96 * sqrt(chance);
}

static inline void steady_prepare(struct variation_plan *plan)
{
    plan->period_ns = STEADY_MS;
    for (size_t i = 0; i < 2; i++)
        plan->weight[i] = 1 / (double)(plan->side[i].to_ns - plan->side[i].from_ns);
    variation_prepare(plan);
}

/* Two ranges of ms that have nothing in common. */
static inline void steady_ranges(struct random *r, unsigned all, unsigned length, unsigned *from)
{
    do {
        from[0] = random_below(r, all - length + 1);
        from[1] = random_below(r, all - length + 1);
    } while (from[0] + length > from[1] && from[1] + length > from[0]);
}

/* Compares ranges of one recording; `doubles` doubles each function in the second. */
static inline void steady_try_ranges(struct steady_rates *rates, const struct steady *s,
                                     struct random *r, unsigned length, bool doubles,
                                     struct variation_event *events, const uint32_t *row)
{
    struct variation_plan plan = {0};
    unsigned from[2];

    steady_ranges(r, s->ms, length, from);
    const unsigned first = from[0] < from[1] ? from[0] : from[1];
    const unsigned second = from[0] < from[1] ? from[1] : from[0];
    const unsigned ends[][2] = {{0, first}, {first + length, second}, {second + length, s->ms}};
    for (size_t i = 0; i < 2; i++)
        plan.side[i] = (struct variation_part){(uint64_t)from[i] * STEADY_MS,
                                               (uint64_t)(from[i] + length) * STEADY_MS};
    for (size_t i = 0; i < 3; i++)
        if (ends[i][1] > ends[i][0])
            plan.rest[plan.n_rests++] = (struct variation_part){(uint64_t)ends[i][0] * STEADY_MS,
                                                                (uint64_t)ends[i][1] * STEADY_MS};
    steady_prepare(&plan);
    const unsigned twice[2] = {doubles ? from[1] : 0, doubles ? from[1] + length : 0};
    for (unsigned f = 1; f < STEADY_FUNCTIONS; f++)
        steady_judge(rates, &plan, events, row, steady_events(s, f, 0, twice, events), doubles);
}

/* Compares two recordings. */
static inline void steady_try_files(struct steady_rates *rates, const struct steady *a,
                                    const struct steady *b, struct variation_event *events,
                                    const uint32_t *row)
{
    static const unsigned never[2] = {0, 0};
    const uint64_t middle = (uint64_t)a->ms * STEADY_MS;
    struct variation_plan plan = {
        .side = {{0, middle}, {middle, middle + (uint64_t)b->ms * STEADY_MS}}};

    steady_prepare(&plan);
    for (unsigned f = 1; f < STEADY_FUNCTIONS; f++) {
        const size_t n = steady_events(a, f, 0, never, events);
        steady_judge(rates, &plan, events, row, n + steady_events(b, f, a->ms, never, events + n),
                     false);
    }
}

/* Of one program: `times` recordings of so many ms, two ranges of each length of each, one doubled
 * range of 2 s, and each recording beside another. */
static inline void steady_measure(const struct steady_program *p, unsigned seed, unsigned times,
                                  unsigned ms, struct steady_rates *ranges,
                                  struct steady_rates *files)
{
    static const unsigned lengths[] = {500, 1000, 2000, 5000};
    const size_t room = (size_t)4 * STEADY_THREADS * ms;
    struct variation_event *events = mem_alloc(room, sizeof *events);
    uint32_t *row = mem_alloc(room, sizeof *row);
    struct random r = random_seeded(seed);

    for (size_t i = 0; i < room; i++)
        row[i] = (uint32_t)i;
    for (unsigned i = 0; i < times; i++) {
        struct steady a, b;
        steady_make(&a, p, seed + 2 * i, ms);
        steady_make(&b, p, seed + 2 * i + 1, ms);
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++)
            if (lengths[k] * 3 <= ms)
                steady_try_ranges(ranges, &a, &r, lengths[k], false, events, row);
        steady_try_ranges(ranges, &a, &r, 2000, true, events, row);
        steady_try_files(files, &a, &b, events, row);
        steady_free(&a);
        steady_free(&b);
    }
    mem_free(events, room, sizeof *events);
    mem_free(row, room, sizeof *row);
}

#endif
