/* Student's t distribution, as tests of means of few runs need it. */
#ifndef MODEL_STUDENT_H
#define MODEL_STUDENT_H

/* Returns how likely a value is that lies at least as far from 0 as t, on either side. df: degrees
 * of freedom, above 0, not only whole ones. 0 for an infinite t; never NaN unless t is. */
double student_p(double t, double df);

/* Returns the t >= 0 of which student_p is p: the two-sided 95 % point for 0.05. Infinite for a p
 * of 0, 0 for a p of 1 or more. */
double student_t(double p, double df);

#endif
