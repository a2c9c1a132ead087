/* What folded stacks count: "# flame: unit=ns period=1003009", a comment for other readers. */
#ifndef INPUT_FOLDED_STATEMENT_H
#define INPUT_FOLDED_STATEMENT_H

#include "input/common/reading.h"

/* Takes a comment that was counted, if it states a unit. Above all stacks it names the first
 * column, and tells what a sample weighs; two periods in one input tell that this is not known.
 * Below stacks of unknown unit it is damage. A fault if the input, or earlier ones, have another
 * unit. */
MUST_CHECK bool folded_statement_take(struct reading *r, struct profile *p, struct str comment,
                                      struct fault *f);

/* Takes what the beginning of the input states, for a later part of it. */
MUST_CHECK bool folded_statement_of_head(struct reading *r, struct profile *p, struct fault *f);

#endif
