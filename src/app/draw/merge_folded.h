/* Merges sorted folded files line by line, without a profile in memory. */
#ifndef APP_DRAW_MERGE_FOLDED_H
#define APP_DRAW_MERGE_FOLDED_H

#include "app/inputs/skipped_inputs.h"
#include "app/options/flame_request.h"

/* Whether the request asks only for the sum of unchanged stacks. */
bool merge_folded_suits(const struct flame_request *r, bool mark_wakers);

/* If every input is a regular file of folded stacks as -f folded writes them (each stack once,
 * sorted by comparing name by name), writes their sum to the output of the request and sets
 * *merged. Else writes nothing, and *merged is false. Reads all files twice: first to check that
 * they are sorted, then together; memory holds a block and a line of each. Skips files that cannot
 * be read; with --strict they are a fault. */
MUST_CHECK bool merge_folded(const struct flame_request *r, struct skipped_inputs *left,
                             bool *merged, struct fault *f);

#endif
