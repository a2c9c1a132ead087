/* Reads folded stacks with one or several counts at the end of each line. */
#ifndef INPUT_FOLDED_H
#define INPUT_FOLDED_H

#include "input/common/reading.h"

enum { FOLDED_COUNTS_MOST = 2 };

/* Reads all blocks as input_format.read does. The last count of a line goes into the first column;
 * the profile has as many columns as there are counts. */
MUST_CHECK bool folded_read(size_t n_counts, struct reading *r, struct blocks *blocks,
                            struct profile *p, struct fault *f);

/* Whether a line of the prefix is a whole stack of at least two frames: prose and source code have
 * lines that end in a number, too. */
bool folded_has_stacks(struct str prefix);

/* Whether all lines of the prefix end in two numbers. */
bool folded_has_two_counts(struct str prefix);

extern const struct input_format input_folded, input_diff_folded;

#endif
