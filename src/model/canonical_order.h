/* A profile in an order that says nothing of how it came about. */
#ifndef MODEL_CANONICAL_ORDER_H
#define MODEL_CANONICAL_ORDER_H

#include "model/profile.h"

/* Writes the same profile with its samples in order: by their stacks, callers before callees and
 * callees by the texts and numbers of their frames, then by the texts of their labels, then by
 * time and value. Names, frames, label sets and stacks are numbered as these samples need them, and
 * what none of them needs is left out: profiles of equal samples come out equal to the last id. Of
 * profiles with stacks, not in time order. The caller frees `to`. */
void profile_canonical(struct profile *to, const struct profile *from);

/* What profile_prune left out. */
struct pruned {
    uint64_t stacks;  /* how many */
    uint64_t moved;   /* of the first column: what they had, which their callers have now */
    uint64_t largest; /* the total of the largest of them */
};

/* The frame of what was left out together with all its callers. */
#define PRUNED_NAME "[left out]"

/* Leaves n stacks, those with the largest totals of the first column, of equal ones those of
 * smaller ids, and moves the samples of all others to the nearest caller that stays, or to one of
 * the n that is made for what has none. The empty stack is not counted, and n is at least 1. The
 * caller frees `to`. */
void profile_prune(struct profile *to, const struct profile *from, uint64_t n,
                   struct pruned *pruned);

#endif
