/* Reads folded stacks with one or several counts at the end of each line. */
#ifndef INPUT_FOLDED_H
#define INPUT_FOLDED_H

#include "input/common/reading.h"

enum { FOLDED_COUNTS_MOST = 2 };

/* Reads all blocks as input_format.read does. The last count of a line goes into the first column;
 * the profile has as many columns as there are counts. */
MUST_CHECK bool folded_read(size_t n_counts, struct reading *r, struct blocks *blocks,
                            struct profile *p, struct fault *f);

/* How many bits of a prefix confirm folded stacks; see input_format.recognise. */
unsigned folded_recognise(struct str prefix);

/* Whether most lines of the prefix end in a count, or any does: that is enough for a file that is
 * called folded, before other formats are asked and behind them. */
bool folded_mostly(struct str prefix);
bool folded_any(struct str prefix);

/* Whether a line of the prefix is a whole stack of at least two frames: prose and source code have
 * lines that end in a number, too. */
bool folded_has_stacks(struct str prefix);

/* Lends the first line of a text that is neither a stack nor a name with a count; empty: there is
 * none. *number: which line it is. */
struct str folded_first_other(struct str prefix, uint64_t *number);

/* Whether a file has the name of a file of folded stacks, perhaps a packed one. */
bool folded_is_called_so(struct str path);

/* Whether all lines of the prefix end in two numbers. */
bool folded_has_two_counts(struct str prefix);

extern const struct input_format input_folded, input_diff_folded;

#endif
