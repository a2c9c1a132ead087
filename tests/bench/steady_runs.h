/* Repeated runs of made steady programs: how often evidence.h proves a change where there is none,
 * and how often it proves what grew. */
#ifndef TESTS_BENCH_STEADY_RUNS_H
#define TESTS_BENCH_STEADY_RUNS_H

#include "model/compare/evidence.h"
#include "steady_rates.h"

enum {
    STEADY_RUNS = 5, /* a side */
    STEADY_COLUMNS = 2 * STEADY_RUNS,
    STEADY_RUN_MS = 4000,
};

/* The samples of functions, by function and then by run, those before first. Row 0 is the whole. */
struct steady_table {
    double self[STEADY_FUNCTIONS][STEADY_COLUMNS];
    double total[STEADY_FUNCTIONS][STEADY_COLUMNS];
};

struct steady_proofs {
    size_t comparisons;
    size_t self, total, whole;                           /* comparisons in which any was proven */
    size_t tried[STEADY_GROWTHS], found[STEADY_GROWTHS]; /* functions that grew by themselves */
    size_t waits, named; /* new waits of half a second in each run after, and those that are proven
                          * or told to have too few samples */
    size_t proven_waits;
};

static inline void steady_add_proofs(struct steady_proofs *to, const struct steady_proofs *from)
{
    to->comparisons += from->comparisons;
    to->self += from->self;
    to->total += from->total;
    to->whole += from->whole;
    for (size_t i = 0; i < STEADY_GROWTHS; i++) {
        to->tried[i] += from->tried[i];
        to->found[i] += from->found[i];
    }
    to->waits += from->waits;
    to->named += from->named;
    to->proven_waits += from->proven_waits;
}

/* The handler that calls a function; 0: none does. */
static inline unsigned steady_handler(unsigned function)
{
    if (function < STEADY_OTHERS)
        return 0;
    const unsigned of = function - STEADY_OTHERS;
    return of % (1 + STEADY_PARTS) ? function - of % (1 + STEADY_PARTS) : 0;
}

/* Adds the samples of a run to its column. */
static inline void steady_fill_column(struct steady_table *t, const struct steady_program *p,
                                      unsigned seed, size_t column)
{
    struct steady s;

    steady_make(&s, p, seed, STEADY_RUN_MS);
    for (size_t i = 0; i < (size_t)(p->threads + 1) * s.ms; i++) {
        const unsigned function = s.does[i];
        const unsigned handler = steady_handler(function);
        if (function == STEADY_IDLE)
            continue;
        t->self[function][column]++;
        t->total[function][column]++;
        t->total[0][column]++;
        if (handler)
            t->total[handler][column]++;
    }
    steady_free(&s);
}

static inline struct steady_table *steady_table_make(const struct steady_program *p, unsigned seed)
{
    struct steady_table *t = mem_alloc(1, sizeof *t);

    for (unsigned i = 0; i < STEADY_COLUMNS; i++)
        steady_fill_column(t, p, seed + i, i);
    return t;
}

static const struct evidence_runs steady_evidence = {
    .n_before = STEADY_RUNS, .n_after = STEADY_RUNS, .weight = 1};

/* Whether anything is proven in rows of a table. */
static inline bool steady_proves(const double *values, size_t n_rows)
{
    struct evidence e;

    evidence_test(&e, &steady_evidence, values, n_rows);
    const bool proves = e.n_proven > 0;
    evidence_free(&e);
    return proves;
}

/* Grows a function by itself in the runs after, as if so many percent of its samples came twice. */
static inline void steady_grow(struct random *r, double *row, unsigned percent)
{
    const double part = percent / 100.0;

    for (size_t i = STEADY_RUNS; i < STEADY_COLUMNS; i++) {
        const double spread = sqrt(row[i] * part * (1 - part));
        row[i] += fmax(0, floor(steady_normal(r, row[i] * part, spread) + 0.5));
    }
}

static inline void steady_try_growth(struct steady_proofs *proofs, struct steady_table *t,
                                     struct random *r, unsigned function, size_t growth)
{
    double kept[STEADY_COLUMNS];
    struct evidence e;

    for (size_t i = 0; i < STEADY_COLUMNS; i++)
        kept[i] = t->self[function][i];
    steady_grow(r, t->self[function], steady_growths[growth]);
    evidence_test(&e, &steady_evidence, t->self[0], STEADY_FUNCTIONS);
    const struct evidence_row *row = &e.rows[function];
    proofs->tried[growth]++;
    proofs->found[growth] += row->proven && row->after > row->before;
    evidence_free(&e);
    for (size_t i = 0; i < STEADY_COLUMNS; i++)
        t->self[function][i] = kept[i];
}

/* A wait is one sample, however long it lasts. */
static inline void steady_try_wait(struct steady_proofs *proofs)
{
    double values[STEADY_COLUMNS] = {0};
    double counts[STEADY_COLUMNS] = {0};
    struct evidence_runs runs = steady_evidence;
    struct evidence e;

    for (size_t i = STEADY_RUNS; i < STEADY_COLUMNS; i++) {
        values[i] = STEADY_WAITED_MS;
        counts[i] = 1;
    }
    runs.counts = counts;
    evidence_test(&e, &runs, values, 1);
    proofs->waits++;
    proofs->named += !e.rows[0].tested;
    proofs->proven_waits += e.rows[0].proven;
    evidence_free(&e);
}

/* Of one program: so many comparisons of runs, of which no two have a run in common; in each every
 * function that is tested grows, one at a time. */
static inline void steady_prove(const struct steady_program *p, unsigned seed, unsigned comparisons,
                                size_t n_growths, struct steady_proofs *proofs)
{
    struct random r = random_seeded(seed);

    for (unsigned i = 0; i < comparisons; i++) {
        struct steady_table *t = steady_table_make(p, seed + STEADY_COLUMNS * i);
        struct evidence e;
        proofs->comparisons++;
        proofs->self += steady_proves(t->self[0], STEADY_FUNCTIONS);
        proofs->total += steady_proves(t->total[1], STEADY_FUNCTIONS - 1);
        proofs->whole += steady_proves(t->total[0], 1);
        evidence_test(&e, &steady_evidence, t->self[0], STEADY_FUNCTIONS);
        for (unsigned f = 1; f < STEADY_FUNCTIONS; f++)
            for (size_t k = 0; k < n_growths && e.rows[f].tested; k++)
                steady_try_growth(proofs, t, &r, f, k);
        evidence_free(&e);
        mem_free(t, 1, sizeof *t);
    }
    steady_try_wait(proofs);
}

#endif
