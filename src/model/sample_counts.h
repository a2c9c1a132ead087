/* How many samples are behind the values of a column: 4,000,000 ns are four of them at 1 kHz. */
#ifndef MODEL_SAMPLE_COUNTS_H
#define MODEL_SAMPLE_COUNTS_H

#include "model/profile.h"

/* Returns the column that counts the samples that this one weighs; n_columns: there is none, or it
 * is the column itself. */
size_t sample_counts_column(const struct profile *p, size_t column);

/* Returns what each of a row's samples weighs, in units of the column, by the column that counts
 * them; infinite: the row has no count. */
double sample_counts_weight(const struct profile *p, size_t column, size_t counts, uint32_t row);

/* Whether a column without a unit holds no counts of samples: its smallest value is above 10,000,
 * or all are divisible by 1,000, as nanoseconds are. */
bool sample_counts_are_none(const struct profile *p, size_t column);

#endif
