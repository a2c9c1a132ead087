/* Statistical tests: is a difference between runs before and runs after real? Gives intervals,
 * p-values, and the smallest change these runs could have shown. Pure arithmetic on a table, rows
 * by runs; a row is a function, a stack, or a whole profile.
 *
 * One run does not tell how much the next one will differ, so with several runs a side we compare
 * runs, not samples. A variance estimated from few runs is poor, but there are many rows: each
 * row's variance s2 between the runs of a side (d = runs - 2 degrees of freedom) is moved towards
 * the one expected of a row of its size, as limma does for genes (Smyth 2004, "Linear models and
 * empirical Bayes methods", with the relative variance of quasi-likelihood, Lund et al. 2012).
 * Samples that hit a row at random have a Poisson count: its variance is v = weight x mean, the
 * mean of both sides. The expected variance is prior = multiple x v, with at most 8 degrees of
 * freedom. For a row that is noisier than that, its own variance counts more, since machines are
 * noisy in some rows (Phipson et al. 2016, "Robust hyperparameter estimation"): d0 = 8 x min(1,
 * prior / s2)^2.
 *
 *     variance = max(v, (d0 x prior + d x s2) / (d0 + d))
 *     t = (after - before) / sqrt(variance x (1 / n_before + 1 / n_after)),   df = d0 + d
 *
 * multiple is the median of s2 / v over the tested rows, divided by the median that chance alone
 * would give, and at least 1; it is 1.3 with fewer than EVIDENCE_ROWS_LEAST rows. p is corrected
 * for the number of rows: q <= 0.05 keeps the false discovery rate at 5 %, and if nothing changed,
 * the chance of any false proof (Benjamini and Hochberg 1995; rows may depend on each other as
 * functions of one run do, Benjamini and Yekutieli 2001). Rows of fewer than EVIDENCE_SAMPLES_LEAST
 * samples in all runs are not tested: only a tripling would be proven, yet each row tested makes
 * the correction of all others stronger. The choice is by the sum of all runs, which does not
 * favour any difference (independent filtering, Bourgon et al. 2010).
 *
 * If the weight of a sample is not known (ns, bytes, cycles), it is estimated as the median of s2 /
 * mean over the rows, corrected in the same way, and multiple is 1. With fewer than
 * EVIDENCE_ROWS_LEAST rows, or if half of them never vary, each row is tested alone, by Student's
 * test (d0 is 0).
 *
 * Where samples weigh differently (waits, periods of cycles), each row has a weight of its own, its
 * sum divided by its count of samples: three waits are three samples, however long they last.
 *
 * The variance of a scaled run (to cost per request, to shares) is that of what it counted: scale x
 * weight x mean. Where the runs of a table have different scales, the terms above become means over
 * the runs of a side.
 *
 * With one run on each side there is no s2. If samples are counted, each side has a Poisson
 * interval (Byar's form, in Breslow and Day 1987), and both are joined to that of the difference
 * (Zou and Donner 2008). It says for each row alone, not corrected for their number, whether a
 * change is beyond the noise of sampling, but proves nothing. One run on only one side proves
 * nothing either: the interval then comes from the runs of the other side. What was counted whole,
 * such as the threads of a dump, has no noise of sampling: the interval is the difference. */
#ifndef MODEL_COMPARE_EVIDENCE_H
#define MODEL_COMPARE_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    EVIDENCE_SAMPLES_LEAST = 80, /* samples in all runs that a row needs to be tested */
    EVIDENCE_ROWS_LEAST = 10,    /* rows needed to estimate how much rows vary */
    EVIDENCE_RUNS_MOST = 1000,   /* the most that evidence_runs_needed tries */
};

struct evidence_runs {
    size_t n_before, n_after; /* at least 1 each */
    const double *scale;      /* by run, those before first: the factor its values were multiplied
                               * by, finite and above 0; NULL: 1 */
    double weight;            /* of one sample, in the unit of the values; 0: not known */
    const double *counts;     /* how many samples are behind each value, in the order of values: a
                               * row's samples have their own weight; NULL: all have `weight` */
    bool untested;            /* values are of samples, but not how many: no row is tested */
    bool census;              /* values were counted whole, not sampled: with one run a side, they
                               * differ by what they differ */
    size_t tests;             /* as many tests as this one share the 5 % of false proofs, each
                               * proves by q <= 0.05 / tests (Bonferroni); 0: 1 */
};

struct evidence_row {
    double before, after; /* the scaled mean of the runs of the side */
    double low, high;     /* the 95 % interval of after - before; infinite: not known */
    double p, q;          /* 1: not tested */
    double weight;        /* of one of its samples, at the mean of the scales; 0: not known */
    double variance;      /* of one run, at the mean of the scales; infinite: not known */
    double df;            /* degrees of freedom of the variance, including those of the prior */
    bool tested;          /* large enough to be tested, even if there were too few runs */
    bool beyond_noise;    /* the interval excludes 0 */
    bool proven;          /* runs on both sides, tested, and q <= 0.05 / tests */
};

/* Owns its rows. */
struct evidence {
    struct evidence_row *rows;
    size_t n_rows, n_tested, n_proven;
    size_t n_before, n_after;
    double spread; /* the variance of after - before divided by that of one run; 1 / n_before + 1 /
                    * n_after if all scales are equal */
    double weight; /* of one sample at the mean of the scales, in the mean of the rows; estimated if
                    * not known */
    double multiple; /* the expected variance of rows divided by that of sampling */
    double level;    /* the p that one more row would need to be proven */
};

/* Compares all rows of a table: the self values of functions, or their totals, or the whole profile
 * as a table of one row. The rows of a table share the correction, so each is a table of its own.
 * values: by row, then by run, those before first; finite and not negative. The result does not
 * depend on the order of rows, and holds no NaN. */
void evidence_test(struct evidence *e, const struct evidence_runs *runs, const double *values,
                   size_t n_rows);
void evidence_free(struct evidence *e);

/* Fills a row of the given mean with the expected noise: for statements about rows in general. */
void evidence_typical(const struct evidence *e, double mean, struct evidence_row *row);

/* Returns the smallest change of the row, up or down, that these runs would have proven in 4 of 5
 * comparisons, in addition to the rows that are proven; infinite where no change would. Uses the
 * noncentral t (Johnson and Welch 1940). */
double evidence_least(const struct evidence *e, const struct evidence_row *row);

/* Returns how many runs a side would prove this change of the row in 4 of 5 comparisons, at least
 * 2; 0: more than EVIDENCE_RUNS_MOST, or not known. */
size_t evidence_runs_needed(const struct evidence *e, const struct evidence_row *row,
                            double change);

#endif
