/* Gives the functions of one side of a comparison the names by which the other side knows them. */
#ifndef APP_INPUTS_CANONICAL_FRAMES_H
#define APP_INPUTS_CANONICAL_FRAMES_H

#include "app/inputs/inputs.h"
#include "model/tier.h"

/* Makes one function of its tiers and clones, and adds what ran of each to the sums. False when a
 * sum does not fit into 64 bits. */
MUST_CHECK bool canonical_frames_make(struct inputs *in, struct tiers *sums, size_t column,
                                      enum side side);

#endif
