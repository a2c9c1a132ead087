/* Where threads wait: what the stacks of an off-CPU profile end in is the scheduler, everywhere. */
#ifndef RENDER_FLAME_WAITS_H
#define RENDER_FLAME_WAITS_H

#include "model/tree.h"

/* Takes what frames have by themselves, and gives what the scheduler has, and what it called, to
 * the frame that called it, if that is most of the profile. Returns the frames of the scheduler, by
 * frame, then; else NULL, and `self` stays. Owned by the caller. */
bool *waits_find(const struct tree *tree, uint64_t *self);

#endif
