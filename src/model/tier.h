/* How much of each function ran which way on both sides of a comparison, as names and kinds of
 * frames tell it. */
#ifndef MODEL_TIER_H
#define MODEL_TIER_H

#include "model/canonical_name.h"
#include "model/compare/difference.h"

/* By function, told by its identity_bare_key: what ran in which tier. */
struct tier_sums {
    double weight[SIDES][TIER_COUNT];
};

/* The same as parts of 1. */
struct tier_shares {
    double share[SIDES][TIER_COUNT];
    enum tier most[SIDES]; /* the tier with the greatest share */
    enum tier grown;       /* the tier whose share grew most */
};

/* Owns its arrays. A zeroed struct must be initialised, or may be freed. */
struct tiers {
    struct names keys;
    struct tier_sums *rows; /* by key */
    size_t room;
    double whole[SIDES];
};

void tiers_init(struct tiers *t);
void tiers_free(struct tiers *t);

/* Adds what ran of each function in a run of a side, and returns by frame the rows without tiers,
 * as profile_merge_as takes them; NULL if there are none. The caller frees frames.n rows. Without
 * stacks, what ran is what functions cost by themselves. */
struct frame *tiers_take(struct tiers *t, struct profile *p, size_t column, enum side side);

/* Returns by frame the number of its function, as profile_merge_parts takes them: code that a
 * compiler moved out into f.part.0 is a part of f. 0 where a frame has tiers. The caller frees
 * frames.n numbers; NULL where there are no such parts. */
uint32_t *tiers_parts(const struct profile *p);

/* Computes the shares of a function; returns whether they differ between both sides by a quarter or
 * more. False also if only one side tells how it ran, or too little of it. */
bool tiers_changed(struct tiers *t, struct str name, struct tier_shares *shares);

#endif
