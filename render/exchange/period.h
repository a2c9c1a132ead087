/* What a sample weighs, for formats that would lose it. */
#ifndef RENDER_EXCHANGE_PERIOD_H
#define RENDER_EXCHANGE_PERIOD_H

#include "base/sink.h"
#include "model/profile.h"

/* Whether the first column holds something other than counts of samples, and the weight of a sample
 * in it is known. */
bool exchange_has_period(const struct profile *p);

/* Writes it, with at most 6 digits after the point; shift: the power of ten by which it is
 * multiplied. */
void exchange_write_period(struct sink *s, const struct profile *p, int shift);

#endif
