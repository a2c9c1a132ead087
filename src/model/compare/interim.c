/* Fixed looks at growing runs; looks.h has the formulas. */
#include "model/compare/interim.h"

#include <math.h>
#include <string.h>

#include "model/compare/student.h"

static const double error_rate = 0.05;
static const double least_power = 0.1;

void interim_init(struct interim *l, size_t runs)
{
    static const size_t usual[INTERIM_MOST] = {5, 7, 10, 15, 20};

    *l = (struct interim){.runs = {runs}, .n = 1};
    if (runs)
        return;
    memcpy(l->runs, usual, sizeof usual);
    l->n = INTERIM_MOST;
}

size_t interim_tests(const struct interim *l)
{
    return l->n * INTERIM_TESTS;
}

static double error_of(const struct evidence *e)
{
    return sqrt(e->rows[0].variance * e->spread);
}

static double change_of(const struct evidence *e)
{
    return e->rows[0].after - e->rows[0].before;
}

/* The chance that a normal variable exceeds x. */
static double above(double x)
{
    return erfc(x / sqrt(2)) / 2;
}

/* How likely all runs prove a change, if it is as large as it is now. z: in standard errors; part:
 * of all runs, below 1. */
static double power_of(double z, double part, double point)
{
    const double mean = z * sqrt(part) + z / sqrt(part) * (1 - part);
    const double spread = sqrt(1 - part);

    return above((point - mean) / spread) + above((point + mean) / spread);
}

enum interim_verdict interim_verdict(const struct interim *l, const struct evidence *e)
{
    const double all = (double)l->runs[l->n - 1];
    const double runs = (double)(e->n_before + e->n_after) / 2;
    const double part = runs / all;
    const double error = error_of(e);

    if (e->rows[0].proven)
        return INTERIM_PROVEN;
    if (part >= 1)
        return INTERIM_HOPELESS;
    if (part < 0.5 || !isfinite(error) || !(error > 0))
        return INTERIM_OPEN;
    const double point = student_t(error_rate / (double)interim_tests(l), 2 * all - 2);
    return power_of(fabs(change_of(e)) / error, part, point) < least_power ? INTERIM_HOPELESS
                                                                           : INTERIM_OPEN;
}

void interim_interval(const struct interim *l, const struct evidence *e, double *low, double *high)
{
    const struct evidence_row *row = &e->rows[0];
    const double reach =
        row->df > 0 ? student_t(error_rate / (double)interim_tests(l), row->df) * error_of(e)
                    : (double)INFINITY;

    *low = change_of(e) - reach;
    *high = change_of(e) + reach;
}
