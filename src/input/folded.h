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

/* Whether most lines of the prefix are stacks with a count. */
bool folded_mostly(struct str prefix);

/* Whether a file has the name of a file of folded stacks, perhaps a packed one. */
bool folded_is_called_so(struct str path);

/* Whether all lines of the prefix end in two numbers. */
bool folded_has_two_counts(struct str prefix);

extern const struct input_format input_folded, input_diff_folded;

#endif
