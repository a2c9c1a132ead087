/* Made programs that do the same all the time: what each of their threads does at each ms. Their
 * requests, phases, collections and locks last longer than a ms, as those of real programs do. */
#ifndef TESTS_BENCH_STEADY_H
#define TESTS_BENCH_STEADY_H

#include <math.h>

#include "base/mem.h"
#include "model/compare/variation.h"
#include "random.h"

enum {
    STEADY_KINDS = 10, /* of requests, the most */
    STEADY_PARTS = 6,  /* functions of a kind, the most */
    STEADY_THREADS = 7,
    STEADY_OTHERS = 8, /* functions beside those of requests */
    STEADY_FUNCTIONS = STEADY_OTHERS + STEADY_KINDS * (1 + STEADY_PARTS),
    STEADY_MS = 1000000, /* ns */
};

/* A function is a number: the handler of a kind, a part of it, or another. */
enum { STEADY_IDLE, STEADY_MINOR, STEADY_MAJOR, STEADY_LOCK, STEADY_HOLD, STEADY_SCAN, STEADY_BIG };

enum steady_length { LENGTH_FIXED, LENGTH_LOG, LENGTH_EXPONENTIAL, LENGTH_PARETO, LENGTH_UNIFORM };

struct steady_program {
    const char *name;
    unsigned threads, kinds, parts;
    enum steady_length length;
    double from, to; /* of a request in ms; from: its mean, where it is fixed or exponential */
    double gap;      /* the mean time between requests; 0: none */
    double stays;    /* the mean time a thread stays with one kind; 0: a request */
    double burst;    /* the mean number of requests between gaps; 0: 1 */
    bool collects, locks, scans, has_big;
};

static const struct steady_program steady_programs[] = {
    {"log", 2, 8, 4, LENGTH_LOG, 1, 100, .gap = 3},
    {"fixed", 2, 10, 4, LENGTH_FIXED, 40, 0, .gap = 0},
    {"short", 4, 6, 4, LENGTH_EXPONENTIAL, 5, 0, .gap = 5},
    {"phases", 2, 2, 6, LENGTH_EXPONENTIAL, 4, 0, .stays = 300},
    {"bursts", 3, 5, 4, LENGTH_EXPONENTIAL, 5, 0, .gap = 700, .burst = 20},
    {"cron", 2, 4, 4, LENGTH_EXPONENTIAL, 2, 0, .gap = 2, .scans = true},
    {"collector", 3, 5, 4, LENGTH_EXPONENTIAL, 4, 0, .gap = 2, .collects = true},
    {"pareto", 3, 6, 4, LENGTH_PARETO, 2, 2000, .gap = 4},
    {"independent", 2, 10, 1, LENGTH_FIXED, 1, 0, .gap = 0},
    {"frames", 1, 1, 5, LENGTH_FIXED, 12.5, 0, .gap = 4},
    {"build", 2, 5, 5, LENGTH_UNIFORM, 200, 2000, .gap = 0},
    {"rare", 4, 6, 4, LENGTH_EXPONENTIAL, 2, 0, .gap = 2, .has_big = true},
    {"locks", 6, 5, 4, LENGTH_EXPONENTIAL, 3, 0, .gap = 2, .locks = true},
};

enum { STEADY_PROGRAMS = sizeof steady_programs / sizeof steady_programs[0] };

struct steady {
    const struct steady_program *program;
    struct random random;
    unsigned ms;
    unsigned char *does; /* by thread, then by ms: the innermost function */
};

static inline double steady_part(struct random *r) /* above 0, below 1 */
{
    return (random_below(r, 1 << 24) + 0.5) / (1 << 24);
}

static inline double steady_exponential(struct random *r, double mean)
{
    return -mean * log(steady_part(r));
}

static inline double steady_normal(struct random *r, double mean, double spread)
{
    return mean + spread * sqrt(-2 * log(steady_part(r))) * cos(6.283185307179586 * steady_part(r));
}

static inline double steady_request_ms(const struct steady_program *p, struct random *r)
{
    const double part = steady_part(r);

    switch (p->length) {
    case LENGTH_FIXED:
        return p->from;
    case LENGTH_LOG:
        return p->from * pow(p->to / p->from, part);
    case LENGTH_EXPONENTIAL:
        return -p->from * log(part);
    case LENGTH_PARETO:
        return fmin(p->to, p->from * pow(part, -1 / 1.5));
    case LENGTH_UNIFORM:
        break;
    }
    return p->from + (p->to - p->from) * part;
}

static inline unsigned char steady_function(unsigned kind, unsigned part)
{
    return (unsigned char)(STEADY_OTHERS + kind * (1 + STEADY_PARTS) + part);
}

/* A thread does something until a time. */
static inline void steady_fill(struct steady *s, unsigned thread, double *now, double length,
                               unsigned char function)
{
    const double until = *now + length;

    for (double ms = ceil(*now); ms < until && ms < s->ms; ms++)
        s->does[thread * s->ms + (unsigned)ms] = function;
    *now = until;
}

static inline void steady_serve(struct steady *s, unsigned thread, double *now, unsigned kind)
{
    const struct steady_program *p = s->program;
    const double length = steady_request_ms(p, &s->random);
    double weights[STEADY_PARTS];
    double sum = 0;

    for (unsigned i = 0; i < p->parts; i++) {
        /* A program's own: the same in each request, but for a fifth. */
        struct random of_program = random_seeded(1 + p->kinds * 100 + kind * 10 + i);
        random_below(&of_program, 2);
        const double usual = p->length == LENGTH_UNIFORM ? 1 : 0.2 + steady_part(&of_program);
        weights[i] = usual * (0.8 + 0.4 * steady_part(&s->random));
        sum += weights[i];
    }
    for (unsigned i = 0; i < p->parts; i++)
        steady_fill(s, thread, now, length * weights[i] / sum, steady_function(kind, 1 + i));
}

static inline void steady_work(struct steady *s, unsigned thread)
{
    const struct steady_program *p = s->program;
    double now = 0;
    double stays = 0;
    unsigned kind = 0;

    while (now < s->ms) {
        if (p->gap > 0)
            steady_fill(s, thread, &now, steady_exponential(&s->random, p->gap), STEADY_IDLE);
        if (p->has_big && random_below(&s->random, 100) == 0)
            steady_fill(s, thread, &now, 100 + random_below(&s->random, 200), STEADY_BIG);
        double n = p->burst > 0 ? 1 + steady_exponential(&s->random, p->burst) : 1;
        for (; n >= 1 && now < s->ms; n--) {
            if (now >= stays) {
                kind = random_below(&s->random, p->kinds);
                stays = now + steady_exponential(&s->random, p->stays);
            }
            steady_serve(s, thread, &now, kind);
        }
    }
}

/* A thread beside the others: a collector, a job of each second, or one that holds a lock. */
static inline void steady_work_beside(struct steady *s)
{
    const struct steady_program *p = s->program;
    struct random *r = &s->random;
    double now = random_below(r, 800);
    unsigned n = 0;

    while (now < s->ms) {
        if (p->scans)
            steady_fill(s, p->threads, &now, steady_normal(r, 100, 8), STEADY_SCAN);
        if (p->collects) {
            const bool is_minor = ++n % 8 > 0;
            const double length = is_minor ? steady_normal(r, 60, 12) : steady_normal(r, 260, 40);
            steady_fill(s, p->threads, &now, fmax(5, length),
                        is_minor ? STEADY_MINOR : STEADY_MAJOR);
        }
        if (p->locks)
            steady_fill(s, p->threads, &now, steady_exponential(r, 40), STEADY_HOLD);
        now += p->scans      ? 900
               : p->collects ? steady_normal(r, 800, 120)
                             : steady_exponential(r, 400);
    }
}

/* While the thread beside them collects or holds the lock, the others wait for it. */
static inline void steady_stop_others(struct steady *s)
{
    const struct steady_program *p = s->program;
    const unsigned char *beside = s->does + (size_t)p->threads * s->ms;

    for (unsigned ms = 0; ms < s->ms; ms++) {
        const bool stops = (p->collects || p->locks) && beside[ms] != STEADY_IDLE;
        for (unsigned thread = 0; stops && thread < p->threads; thread++) {
            const bool waits = ms && beside[ms - 1] != STEADY_IDLE &&
                               s->does[thread * s->ms + ms - 1] == STEADY_LOCK;
            if (p->collects || waits || random_below(&s->random, 8) == 0)
                s->does[thread * s->ms + ms] = STEADY_LOCK;
        }
    }
}

static inline void steady_make(struct steady *s, const struct steady_program *p, unsigned seed,
                               unsigned ms)
{
    *s = (struct steady){p, random_seeded(seed), ms, NULL};
    s->does = mem_alloc((size_t)(p->threads + 1) * ms, 1);
    for (unsigned thread = 0; thread < p->threads; thread++)
        steady_work(s, thread);
    if (p->collects || p->locks || p->scans)
        steady_work_beside(s);
    steady_stop_others(s);
}

static inline void steady_free(struct steady *s)
{
    mem_free(s->does, (size_t)(s->program->threads + 1) * s->ms, 1);
}

/* Whether the function is the innermost one, or the handler that calls it. */
static inline bool steady_is_in(unsigned does, unsigned function)
{
    return does == function || (does > STEADY_OTHERS && function >= STEADY_OTHERS &&
                                (function - STEADY_OTHERS) % (1 + STEADY_PARTS) == 0 &&
                                (does - STEADY_OTHERS) / (1 + STEADY_PARTS) ==
                                    (function - STEADY_OTHERS) / (1 + STEADY_PARTS));
}

/* From one ms to another a function has more: each sample is there twice with so many percent. */
struct steady_growth {
    unsigned from, to, percent;
};

/* Writes the samples of a function, so many ms later, as events. Returns how many; room: 2 x
 * threads x ms. */
static inline size_t steady_events(const struct steady *s, unsigned function, unsigned shift_ms,
                                   const struct steady_growth *growth,
                                   struct variation_event *events)
{
    struct random r = random_seeded(function);
    size_t n = 0;

    for (unsigned ms = 0; ms < s->ms; ms++)
        for (unsigned thread = 0; thread <= s->program->threads; thread++) {
            if (!steady_is_in(s->does[thread * s->ms + ms], function))
                continue;
            const bool is_twice =
                ms >= growth->from && ms < growth->to && random_below(&r, 100) < growth->percent;
            for (unsigned i = 0; i < (is_twice ? 2u : 1u); i++)
                events[n++] =
                    (struct variation_event){(uint64_t)(ms + shift_ms) * STEADY_MS, STEADY_MS, 0};
        }
    return n;
}

#endif
