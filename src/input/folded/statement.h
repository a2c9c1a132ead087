/* What folded stacks count: "# flame: unit=ns period=1003009", a comment for other readers. */
#ifndef INPUT_FOLDED_STATEMENT_H
#define INPUT_FOLDED_STATEMENT_H

#include "input/common/reading.h"

/* Takes a comment, if it states a unit: names the first column, and tells what a sample weighs. Two
 * that differ in one input, or one below stacks, tell that this is not known. A fault if earlier
 * inputs have another unit. */
MUST_CHECK bool folded_statement_take(struct reading *r, struct profile *p, struct str comment,
                                      struct fault *f);

/* Takes what the beginning of the input states, for a later part of it. */
MUST_CHECK bool folded_statement_of_head(struct reading *r, struct profile *p, struct fault *f);

#endif
