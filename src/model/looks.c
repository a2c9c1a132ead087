/* Fixed looks at growing runs; looks.h has the formulas. */
#include "model/looks.h"

#include <math.h>
#include <string.h>

#include "model/student.h"

static const double error_rate = 0.05;
static const double least_power = 0.1;

void looks_init(struct looks *l, size_t runs)
{
    static const size_t usual[LOOKS_MOST] = {5, 7, 10, 15, 20};

    *l = (struct looks){.runs = {runs}, .n = 1};
    if (runs)
        return;
    memcpy(l->runs, usual, sizeof usual);
    l->n = LOOKS_MOST;
}

size_t looks_tests(const struct looks *l)
{
    return l->n * LOOK_TESTS;
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

enum look_verdict looks_verdict(const struct looks *l, const struct evidence *e)
{
    const double all = (double)l->runs[l->n - 1];
    const double runs = (double)(e->n_before + e->n_after) / 2;
    const double part = runs / all;
    const double error = error_of(e);

    if (e->rows[0].proven)
        return LOOK_PROVEN;
    if (part >= 1)
        return LOOK_HOPELESS;
    if (part < 0.5 || !isfinite(error) || !(error > 0))
        return LOOK_OPEN;
    const double point = student_t(error_rate / (double)looks_tests(l), 2 * all - 2);
    return power_of(fabs(change_of(e)) / error, part, point) < least_power ? LOOK_HOPELESS
                                                                           : LOOK_OPEN;
}

void looks_interval(const struct looks *l, const struct evidence *e, double *low, double *high)
{
    const struct evidence_row *row = &e->rows[0];
    const double reach = row->df > 0
                             ? student_t(error_rate / (double)looks_tests(l), row->df) * error_of(e)
                             : (double)INFINITY;

    *low = change_of(e) - reach;
    *high = change_of(e) + reach;
}
