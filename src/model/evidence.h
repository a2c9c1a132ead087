/* Whether what differs between runs before and runs after is real: intervals, tests, and what these
 * runs could have shown. Pure arithmetic on a table of values, rows by runs; a row is a function, a
 * stack, or a whole profile.
 *
 * One run tells nothing of how much the next one will differ, so with several runs a side the runs
 * are compared, not their samples. A variance of few runs is a poor guess, and there are many rows:
 * each row's variance s2 between runs of a side (d = runs - 2 degrees of freedom) is drawn towards
 * one that is expected of a row of its size, as limma does for genes (Smyth 2004, "Linear models
 * and empirical Bayes methods", with the relative variance of quasi-likelihood, Lund et al. 2012).
 * Samples that hit a row at random have a Poisson count: its variance is v = weight x mean, the
 * mean of both sides. The expected variance is prior = multiple x v, with at most 8 degrees of
 * freedom. A row that is noisier than that is trusted more itself, as machines are noisy in some
 * rows (Phipson et al. 2016, "Robust hyperparameter estimation"): d0 = 8 x min(1, prior / s2)^2.
 *
 *     variance = max(v, (d0 x prior + d x s2) / (d0 + d))
 *     t = (after - before) / sqrt(variance x (1 / n_before + 1 / n_after)),   df = d0 + d
 *
 * multiple is the median of s2 / v over the rows that are tested, by what chance makes of that
 * median, and at least 1; it is 1.3 where they are fewer than EVIDENCE_ROWS_LEAST. p is corrected
 * for the number of rows: q <= 0.05 keeps the expected part of false ones among the proven, and the
 * chance of any where nothing changed, at 5 % (Benjamini and Hochberg 1995; rows may depend on each
 * other as functions of one run do, Benjamini and Yekutieli 2001). Rows of fewer than
 * EVIDENCE_SAMPLES_LEAST samples in all runs would be proven only when they triple, but add to the
 * correction of all others: they are not tested. That looks at the sum of all runs, which says
 * nothing of a difference where there is none (independent filtering, Bourgon et al. 2010).
 *
 * Where the weight of a sample is not known (ns, bytes, cycles), the median of s2 / mean over the
 * rows, by what chance makes of it, stands for it, and multiple is 1. It needs EVIDENCE_ROWS_LEAST
 * rows; with fewer, or where half of them never vary, each row stands for itself, by Student's test
 * (d0 is 0).
 *
 * Runs that are scaled (to cost per request, to shares) have the variance of what they counted:
 * scale x weight x mean. Scales of a table may differ; what is written above for equal ones becomes
 * its mean over the runs of a side.
 *
 * One run a side has no s2. Where samples are counted, each side has its Poisson interval (Byar's
 * form, in Breslow and Day 1987), and that of the difference joins them (Zou and Donner 2008): it
 * says whether a change is beyond the noise of sampling, for each row alone and not corrected for
 * their number. Nothing is proven then, nor with one run on either side: its interval then rests on
 * the runs of the other side. */
#ifndef MODEL_EVIDENCE_H
#define MODEL_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    EVIDENCE_SAMPLES_LEAST = 80, /* of all runs, in rows that are tested */
    EVIDENCE_ROWS_LEAST = 10,    /* that tell how much rows vary */
    EVIDENCE_RUNS_MOST = 1000,   /* what evidence_runs_needed looks at */
};

struct evidence_runs {
    size_t n_before, n_after; /* at least 1 each */
    const double *scale;      /* by run, those before first: what values of it are multiplied by,
                                 finite and above 0; NULL: 1 */
    double weight;            /* of one sample in the unit of the values; 0: not known */
};

struct evidence_row {
    double before, after; /* scaled, means of the runs of the side */
    double low, high;     /* the 95 % interval of after - before; infinite: nothing is known */
    double p, q;          /* 1 where there is no test */
    double variance;      /* of one run, of the mean of the scales; infinite: not known */
    double df;            /* degrees of freedom of the variance, with those of the prior */
    bool tested;          /* large enough to be tested, whether there were runs to do so or not */
    bool beyond_noise;    /* the interval does not hold 0 */
    bool proven;          /* there were runs on both sides, tested, and q <= 0.05 */
};

/* Owns its rows. */
struct evidence {
    struct evidence_row *rows;
    size_t n_rows, n_tested, n_proven;
    size_t n_before, n_after;
    double spread; /* the variance of after - before by that of one run; 1 / n_before + 1 / n_after
                      where scales are equal */
    double weight; /* of one sample at the mean of the scales; a guess where it was not known */
    double multiple; /* of the variance of sampling: what rows are expected to have */
    double level;    /* the p that one more row needs to be proven */
};

/* Compares all rows of a table: the functions by what they hold themselves, or by their totals,
 * or the profile as a whole as a table of one row. Each is a family of its own, as rows of one
 * table share the correction. values: by row, then by run, those before first; finite and not
 * negative. The result does not depend on the order of rows, and holds no NaN. */
void evidence_test(struct evidence *e, const struct evidence_runs *runs, const double *values,
                   size_t n_rows);
void evidence_free(struct evidence *e);

/* Fills a row of that mean that is as noisy as is expected here: for what reports say of all rows.
 */
void evidence_typical(const struct evidence *e, double mean, struct evidence_row *row);

/* Returns the smallest change of the row, up or down, that these runs would have proven in 4 of 5
 * comparisons, as the only one beside those that are proven; infinite where they cannot. That t is
 * not around 0 then is reckoned with (Johnson and Welch 1940). */
double evidence_least(const struct evidence *e, const struct evidence_row *row);

/* Returns how many runs a side would prove such a change of the row in 4 of 5 comparisons; 0: more
 * than EVIDENCE_RUNS_MOST, or not known. At least 2. */
size_t evidence_runs_needed(const struct evidence *e, const struct evidence_row *row,
                            double change);

#endif
