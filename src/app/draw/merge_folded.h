/* Sorted folded stacks merged line by line, as many files as there may be. */
#ifndef APP_DRAW_MERGE_FOLDED_H
#define APP_DRAW_MERGE_FOLDED_H

#include "app/inputs/skipped_inputs.h"
#include "app/options/flame_request.h"

/* Whether nothing is asked for but the sum of stacks, as they are. */
bool merge_folded_suits(const struct flame_request *r, bool mark_wakers);

/* Where every input is a regular file of folded stacks as -f folded writes them (each stack once,
 * in the order of stacks compared name by name), writes their sum to the output of the request, and
 * *merged is true. All files are read twice, first to see that they are sorted, then together;
 * memory holds a piece and a line of each. *merged is false when one of them is something else;
 * then nothing was written. What cannot be read is left out, or with --strict a fault. */
MUST_CHECK bool merge_folded(const struct flame_request *r, struct skipped_inputs *left,
                             bool *merged, struct fault *f);

#endif
