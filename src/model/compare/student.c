/* Student's t by the continued fraction of the incomplete beta function. */
#include "model/compare/student.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* log(gamma(x)) for x > 0 by Stirling's series, where that is accurate enough. lgamma would write a
 * global variable, and differs between libraries. */
static double log_gamma(double x)
{
    static const double half_log_tau = 0.91893853320467274178;
    double product = 1;

    while (x < 12) {
        product *= x;
        x += 1;
    }
    double y = 1 / (x * x);
    double series =
        (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
    return (x - 0.5) * log(x) - x + half_log_tau + series - log(product);
}

/* Lentz's method must not divide by 0. */
static double not_zero(double x)
{
    return fabs(x) < 1e-300 ? 1e-300 : x;
}

/* The continued fraction of I_x(a, b); it converges quickly for x < (a + 1) / (a + b + 2). */
static double fraction(double x, double a, double b)
{
    enum { STEPS = 500 };
    double c = 1;
    double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
    double value = d;

    for (int i = 1; i < STEPS; i++) {
        double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
        double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        value *= c * d;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        value *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return value;
}

/* The logarithm of the density at 0. */
static double log_top(double df)
{
    static const double half_log_pi = 0.57236494292470008707;

    return log_gamma((df + 1) / 2) - log_gamma(df / 2) - half_log_pi - log(df) / 2;
}

static double density(double t, double df, double top)
{
    return exp(top - (df + 1) / 2 * log1p(t * t / df));
}

/* I_x(df / 2, 1 / 2) for x = df / (df + t t); its factor is the density times t. */
static double both_tails(double t, double df, double top)
{
    double square = t * t;
    double factor = density(t, df, top) * fabs(t);
    double x = df / (df + square);
    double a = df / 2;

    if (x < (a + 1) / (a + 2.5))
        return fmin(1, factor * 2 / df * fraction(x, a, 0.5));
    return fmax(0, 1 - factor * 2 * fraction(square / (df + square), 0.5, a));
}

double student_p(double t, double df)
{
    const double least = 1e-300;
    double square = t * t;

    if (isinf(square))
        return least;
    if (square <= 0)
        return 1;
    return fmax(least, both_tails(t, df, log_top(df)));
}

double student_t(double p, double df)
{
    enum { STEPS = 200 };
    double top = log_top(df);
    double low = 0;
    double high = INFINITY;
    double t = 2;

    if (p >= 1)
        return 0;
    if (!(p > 0))
        return INFINITY;
    /* Newton's steps on the logarithm of p, kept between what is too small and too large. A small
     * one is exact: what is wrong then is about its square. */
    for (int i = 0; i < STEPS; i++) {
        double found = both_tails(t, df, top);
        if (found > p)
            low = t;
        else
            high = t;
        double step = found > 0 ? found * log(found / p) / (2 * density(t, df, top)) : -t;
        double next = t + step;
        if (fabs(step) <= 1e-7 * t)
            return next;
        if (!(next > low) || !(next < high))
            next = isinf(high) ? 2 * t : (low + high) / 2;
        t = next;
    }
    return t;
}
