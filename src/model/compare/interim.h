/* When the runs of two programs are looked at while more of them are made, and what a look says.
 *
 * Who looks after each run until something is proven proves something in the end, whether there is
 * anything or not. So looks are fixed beforehand, and each may prove by its part of the 5 % only
 * (Bonferroni; of the rules for it the one without assumptions: Jennison and Turnbull 2000, "Group
 * sequential methods", compare the others). The intervals of all looks hold together, with 95 %, by
 * the same division ("repeated confidence intervals"): a change is proven whose interval is without
 * 0.
 *
 * A comparison has three tests a look: of the whole, of the self values of functions, and of their
 * totals. */
#ifndef MODEL_COMPARE_INTERIM_H
#define MODEL_COMPARE_INTERIM_H

#include "model/compare/evidence.h"

enum { INTERIM_MOST = 5, INTERIM_TESTS = 3 };

struct interim {
    size_t runs[INTERIM_MOST]; /* of each side at each look, growing */
    size_t n;
};

enum interim_verdict {
    INTERIM_OPEN, /* more runs may tell */
    INTERIM_PROVEN,
    INTERIM_HOPELESS, /* a proof by all runs is less likely than one in ten */
};

/* runs: of each side, at which is looked once; 0: looks at 5, 7, 10, 15 and 20. */
void interim_init(struct interim *l, size_t runs);

/* How many tests share the 5 %: see struct evidence_runs. */
size_t interim_tests(const struct interim *l);

/* Judges the only row of a test that shares the 5 % so. Hopeless is by the conditional power of the
 * trend that was seen (Lan, Simon and Halperin 1982, by the normal distribution), once half of the
 * runs are made: B = z sqrt(f) at the part f of all runs moves on by z / sqrt(f) (1 - f), with the
 * variance 1 - f, and proves beyond the point of t. */
enum interim_verdict interim_verdict(const struct interim *l, const struct evidence *e);

/* The interval of the row's change, after - before, which holds with 95 % at all looks at once. */
void interim_interval(const struct interim *l, const struct evidence *e, double *low, double *high);

#endif
