/* A moderated t-test on the rows of a table; evidence.h has the formulas. */
#include "model/compare/evidence.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/compare/student.h"

static const double error_rate = 0.05;    /* of intervals, and of what is proven by all tests */
static const double usual_multiple = 1.3; /* where too few rows tell */
static const double most_prior_df = 8;
static const double mean_prior_df = 6; /* what rows keep of it, that vary as is expected */
static const double normal_95 = 1.959963984540054; /* on both sides */
static const double normal_80 = 0.841621233572914; /* on one side */

/* What is the same for all rows. A row's variance follows from its mean: v = weight x mean x
 * within. */
struct design {
    const struct evidence_runs *runs;
    size_t n;      /* runs of both sides */
    double df;     /* of a row's variance between runs: 0, when there is one run a side */
    double scale;  /* the mean of all */
    double within; /* of s2 */
    double weight; /* of one sample, not scaled, in the mean of the rows; 0: not known */
};

static double scale_of(const struct evidence_runs *runs, size_t run)
{
    double scale = runs->scale ? runs->scale[run] : 1;

    assert(isfinite(scale) && scale > 0);
    return scale;
}

static void design_init(struct design *d, struct evidence *e, const struct evidence_runs *runs)
{
    double n_before = (double)runs->n_before;
    double n_after = (double)runs->n_after;
    double before = 0;
    double after = 0;

    assert(runs->n_before > 0 && runs->n_after > 0);
    d->runs = runs;
    d->n = runs->n_before + runs->n_after;
    d->df = n_before + n_after - 2;
    for (size_t i = 0; i < d->n; i++)
        *(i < runs->n_before ? &before : &after) += scale_of(runs, i);
    d->scale = (before + after) / (double)d->n;
    if (d->df > 0)
        d->within = (before * (1 - 1 / n_before) + after * (1 - 1 / n_after)) / d->df;
    e->spread = (before / (n_before * n_before) + after / (n_after * n_after)) / d->scale;
}

static double sum_of(const double *values, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

/* The weight of a sample in n values, those of a row or of all. */
static double weight_of(const struct design *d, const double *values, const double *counts,
                        size_t n)
{
    double sum = sum_of(values, n);
    double count = counts ? sum_of(counts, n) : 0;

    return sum > 0 && count > 0 ? sum / count : d->weight;
}

static const double *counts_of(const struct design *d, size_t row)
{
    return d->runs->counts ? d->runs->counts + row * d->n : NULL;
}

/* Sets the means of both sides and returns the unscaled mean of all runs; *square is s2. */
static double look(const struct design *d, const double *values, struct evidence_row *row,
                   double *square)
{
    size_t n_before = d->runs->n_before;
    double sum = 0;

    for (size_t i = 0; i < d->n; i++) {
        double value = values[i] * scale_of(d->runs, i);
        assert(isfinite(value) && value >= 0);
        *(i < n_before ? &row->before : &row->after) += value;
        sum += values[i];
    }
    row->before /= (double)n_before;
    row->after /= (double)d->runs->n_after;
    *square = 0;
    for (size_t i = 0; i < d->n && d->df > 0; i++) {
        double off = values[i] * scale_of(d->runs, i) - (i < n_before ? row->before : row->after);
        *square += off * off / d->df;
    }
    return sum / (double)d->n;
}

static double mean_of(const struct evidence_row *row)
{
    return (row->before + row->after) / 2;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The median of the ratios, divided by the median that chance alone gives (Wilson and Hilferty's
 * approximation of chi-square by its degrees of freedom). */
static double median(double *ratios, size_t n, double df)
{
    double root = 1 - 2 / (9 * df);

    qsort(ratios, n, sizeof *ratios, compare_doubles);
    return (ratios[(n - 1) / 2] + ratios[n / 2]) / 2 / (root * root * root);
}

/* Whether this sum of all runs of a row, scaled, holds enough samples for a test. */
static bool is_large(const struct evidence_row *row, double sum)
{
    return sum >= EVIDENCE_SAMPLES_LEAST * row->weight;
}

/* Estimates how much rows vary. squares: s2 by row; means: of what was counted. */
static void expect(struct evidence *e, const struct design *d, const double *squares,
                   const double *means)
{
    double *ratios = mem_alloc(e->n_rows, sizeof *ratios);
    bool known = d->weight > 0;
    size_t n = 0;

    e->weight = d->weight * d->scale;
    e->multiple = known ? usual_multiple : 1;
    for (size_t i = 0; i < e->n_rows && d->df > 0; i++) {
        const struct evidence_row *row = &e->rows[i];
        double weight = known ? row->weight / d->scale : 1;
        if (means[i] > 0 && is_large(row, means[i] * d->scale * (double)d->n))
            ratios[n++] = squares[i] / (mean_of(row) * d->within) / weight;
    }
    if (n >= EVIDENCE_ROWS_LEAST) {
        double typical = median(ratios, n, d->df);
        if (known)
            e->multiple = fmax(1, typical);
        else
            e->weight = typical * d->scale;
    }
    for (size_t i = 0; i < e->n_rows && !known; i++)
        e->rows[i].weight = e->weight;
    mem_free(ratios, e->n_rows, sizeof *ratios);
}

/* The variance of one run and its degrees of freedom. */
static void moderate(const struct evidence *e, const struct design *d, double square,
                     struct evidence_row *row)
{
    double least = row->weight * mean_of(row);
    double own = d->within > 0 ? square / d->within * d->scale : 0;
    double prior = e->multiple * least;
    double trust = own > prior ? prior / own : 1;
    double prior_df = prior > 0 ? most_prior_df * trust * trust : 0;

    row->df = prior_df + d->df;
    row->variance = INFINITY;
    if (row->df > 0)
        row->variance = fmax(least, (prior_df * prior + d->df * own) / row->df);
}

/* One end of the Poisson interval of a count, in Byar's form; sign: -1 or 1. */
static double poisson_end(double count, double sign)
{
    if (sign > 0)
        count += 1;
    if (count <= 0)
        return 0;
    double root = 1 - 1 / (9 * count) + sign * normal_95 / (3 * sqrt(count));
    return root > 0 ? count * root * root * root : 0;
}

/* The interval with one run a side: joins the far ends of both sides' intervals. */
static void sampling_interval(const struct design *d, const double *counts,
                              struct evidence_row *row)
{
    double weight[2];
    double mean[2] = {row->before, row->after};
    double down[2];
    double up[2];

    for (int i = 0; i < 2; i++) {
        bool own = counts && counts[i] > 0 && mean[i] > 0;
        weight[i] =
            own ? mean[i] / counts[i] : row->weight / d->scale * scale_of(d->runs, (size_t)i);
        down[i] = mean[i] - weight[i] * poisson_end(mean[i] / weight[i], -1);
        up[i] = weight[i] * poisson_end(mean[i] / weight[i], 1) - mean[i];
    }
    row->low = row->after - row->before - sqrt(down[1] * down[1] + up[0] * up[0]);
    row->high = row->after - row->before + sqrt(up[1] * up[1] + down[0] * down[0]);
}

/* Caches the 95 % point: most rows have the same as the row before. */
struct point {
    double df, t;
};

/* What is as small as means are rounded is no change. */
static double change_of(const struct evidence_row *row)
{
    const double rounding = 1e-12;
    const double change = row->after - row->before;

    return fabs(change) > rounding * (row->before + row->after) ? change : 0;
}

static void judge(const struct evidence *e, const struct design *d, struct point *point,
                  const double *counts, struct evidence_row *row)
{
    double change = change_of(row);

    if (d->df > 0) {
        double error = sqrt(row->variance * e->spread);
        if (row->df < point->df || row->df > point->df)
            *point = (struct point){row->df, student_t(error_rate, row->df)};
        row->low = change - point->t * error;
        row->high = change + point->t * error;
        if (row->tested && d->runs->n_before > 1 && d->runs->n_after > 1)
            row->p = fabs(change) > 0 ? student_p(change / error, row->df) : 1;
    } else if (d->runs->census) {
        row->low = row->high = change;
    } else if (d->weight > 0 && !d->runs->untested) {
        sampling_interval(d, counts, row);
    } else {
        row->low = -INFINITY;
        row->high = INFINITY;
    }
    row->beyond_noise = row->low > 0 || row->high < 0;
}

struct ranked {
    double p;
    size_t row;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;

    if (x->p < y->p || x->p > y->p)
        return x->p < y->p ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Benjamini-Hochberg, from the largest p down: q is the smallest p x rows / rank so far. */
static void correct(struct evidence *e, double rate)
{
    struct ranked *ranked = mem_alloc(e->n_tested, sizeof *ranked);
    size_t n = 0;
    double q = 1;

    for (size_t i = 0; i < e->n_rows; i++)
        if (e->rows[i].tested)
            ranked[n++] = (struct ranked){e->rows[i].p, i};
    qsort(ranked, n, sizeof *ranked, compare_ranked);
    for (size_t i = n; i-- > 0;) {
        struct evidence_row *row = &e->rows[ranked[i].row];
        q = fmin(q, ranked[i].p * (double)n / (double)(i + 1));
        row->q = q;
        row->proven = q <= rate;
        e->n_proven += row->proven;
    }
    mem_free(ranked, e->n_tested, sizeof *ranked);
    e->level = rate * (double)(e->n_proven + 1) / (double)(n ? n : 1);
    e->level = fmin(e->level, rate);
}

void evidence_test(struct evidence *e, const struct evidence_runs *runs, const double *values,
                   size_t n_rows)
{
    double *squares = mem_alloc(n_rows, sizeof *squares);
    double *means = mem_alloc(n_rows, sizeof *means);
    struct design d = {0};
    struct point point = {0};

    *e = (struct evidence){.n_rows = n_rows, .n_before = runs->n_before, .n_after = runs->n_after};
    e->rows = mem_alloc(n_rows, sizeof *e->rows);
    design_init(&d, e, runs);
    d.weight = runs->weight;
    d.weight = weight_of(&d, values, runs->counts, n_rows * d.n);
    for (size_t i = 0; i < n_rows; i++) {
        const double *row = values + i * d.n;
        means[i] = look(&d, row, &e->rows[i], &squares[i]);
        e->rows[i].weight = weight_of(&d, row, counts_of(&d, i), d.n) * d.scale;
    }
    expect(e, &d, squares, means);
    for (size_t i = 0; i < n_rows; i++) {
        struct evidence_row *row = &e->rows[i];
        row->tested =
            means[i] > 0 && !runs->untested && is_large(row, means[i] * d.scale * (double)d.n);
        row->p = row->q = 1;
        e->n_tested += row->tested;
        moderate(e, &d, squares[i], row);
        judge(e, &d, &point, counts_of(&d, i), row);
    }
    correct(e, error_rate / (double)(runs->tests ? runs->tests : 1));
    mem_free(squares, n_rows, sizeof *squares);
    mem_free(means, n_rows, sizeof *means);
}

void evidence_free(struct evidence *e)
{
    mem_free(e->rows, e->n_rows, sizeof *e->rows);
    *e = (struct evidence){0};
}

void evidence_typical(const struct evidence *e, double mean, struct evidence_row *row)
{
    bool known = e->weight > 0;

    *row = (struct evidence_row){.before = mean, .after = mean, .p = 1, .q = 1};
    row->variance = known ? e->multiple * e->weight * mean : (double)INFINITY;
    row->df = known ? mean_prior_df + (double)(e->n_before + e->n_after - 2) : 0;
    row->weight = e->weight;
    row->tested = known && is_large(row, mean * (double)(e->n_before + e->n_after));
    row->low = -INFINITY;
    row->high = INFINITY;
}

/* How large a change must be to be proven, in standard errors of the difference: the point of t,
 * plus the spread of the noncentral t in Johnson and Welch's form. */
static double errors_needed(const struct evidence *e, double df)
{
    double t = student_t(e->level, df);

    return t + normal_80 * sqrt(1 + t * t / (2 * df));
}

double evidence_least(const struct evidence *e, const struct evidence_row *row)
{
    if (e->n_before < 2 || e->n_after < 2 || !row->tested || !(row->df > 0))
        return INFINITY;
    return errors_needed(e, row->df) * sqrt(row->variance * e->spread);
}

/* Whether n runs a side prove the change of a row whose prior has that many degrees of freedom. */
static bool are_enough(const struct evidence *e, const struct evidence_row *row, double prior_df,
                       size_t n, double change)
{
    double df = prior_df + 2 * (double)n - 2;

    return is_large(row, mean_of(row) * 2 * (double)n) &&
           errors_needed(e, df) * sqrt(row->variance * 2 / (double)n) <= fabs(change);
}

size_t evidence_runs_needed(const struct evidence *e, const struct evidence_row *row, double change)
{
    double prior_df = fmax(0, row->df - (double)(e->n_before + e->n_after - 2));
    size_t least = 2;
    size_t most = EVIDENCE_RUNS_MOST;

    if (isinf(row->variance) || !are_enough(e, row, prior_df, most, change))
        return 0;
    while (least < most) {
        size_t middle = least + (most - least) / 2;
        if (are_enough(e, row, prior_df, middle, change))
            most = middle;
        else
            least = middle + 1;
    }
    return least;
}
