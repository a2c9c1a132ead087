/* Sorts a profile so that the result does not depend on the order in which it was read. */
#ifndef MODEL_CANONICAL_ORDER_H
#define MODEL_CANONICAL_ORDER_H

#include "model/profile.h"

/* Writes the same profile with sorted samples: by stack (callers first, callees by the texts and
 * numbers of their frames), then by the texts of their labels, time and value. Names, frames, label
 * sets and stacks are numbered in that order, and unused ones are left out, so profiles of equal
 * samples become identical, ids included; names and threads that only counters and marks have come
 * behind those of samples. For profiles with stacks, not in time order. The caller frees `to`. */
void profile_canonical(struct profile *to, const struct profile *from);

/* What profile_prune removed. */
struct pruned {
    uint64_t stacks;  /* how many */
    uint64_t moved;   /* of the first column: the value that went from pruned stacks to their
                       * callers */
    uint64_t largest; /* the total of the largest pruned stack */
};

/* The frame that receives pruned samples for which no caller is kept. */
#define PRUNED_NAME "[left out]"

/* Keeps the n stacks (at least 1, not counting the empty stack) with the largest totals of the
 * first column; of equal ones those with smaller ids. Samples of other stacks move to the nearest
 * kept caller, or to a stack PRUNED_NAME, which is one of the n. The caller frees `to`. */
void profile_prune(struct profile *to, const struct profile *from, uint64_t n,
                   struct pruned *pruned);

#endif
