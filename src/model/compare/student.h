/* Student's t distribution, for tests of means of few runs. */
#ifndef MODEL_COMPARE_STUDENT_H
#define MODEL_COMPARE_STUDENT_H

/* Returns the two-sided p: the probability of a value at least as far from 0 as t. df: degrees of
 * freedom, above 0, fractions allowed. At least 1e-300, also for an infinite t; NaN only for NaN.
 */
double student_p(double t, double df);

/* Returns the t >= 0 whose student_p is p: for 0.05 the two-sided 95 % point. Infinite for p = 0, 0
 * for p >= 1. */
double student_t(double p, double df);

#endif
