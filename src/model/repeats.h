/* Finds frames that repeat in stacks: recursion, f;f;f, and trampolines, f;call;f;call. */
#ifndef MODEL_REPEATS_H
#define MODEL_REPEATS_H

#include "model/profile.h"

/* Frames that repeat are folded from REPEATS_LEAST rounds on, those without a name from
 * REPEATS_NAMELESS; of a round of at most REPEATS_ROUND frames. */
enum { REPEATS_LEAST = 10, REPEATS_NAMELESS = 3, REPEATS_ROUND = 4 };

/* Sets by stack how many callers up stands the frame that its last frame repeats; 0: it repeats
 * none, or not often enough. All of a branch counts where any stack in it repeats often enough.
 * Returns whether any does. */
bool repeats_find(const struct profile *p, unsigned char *back);

#endif
