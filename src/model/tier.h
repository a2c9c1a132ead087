/* How code of a function was made, as runtimes with several compilers tell it in names and kinds of
 * frames; and how much of each function ran which way on both sides of a comparison. */
#ifndef MODEL_TIER_H
#define MODEL_TIER_H

#include "base/buf.h"
#include "model/compare/difference.h"

enum tier {
    TIER_UNKNOWN,
    TIER_INTERPRETED,
    TIER_BASELINE, /* compiled quickly */
    TIER_OPTIMISED,
    TIER_PRECOMPILED,
    TIER_COMPILED, /* by some compiler */
    TIER_COUNT,
};

/* "interpreted", "baseline", ... */
const char *tier_word(enum tier tier);

/* Returns the tier that a name tells, and appends the name without it: .NET's f[Tier0], V8's
 * JS:*f, OpenJ9's a/B.f_warm, async-profiler's f_[0]. */
enum tier tier_of_name(struct str name, struct buf *to);

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

/* Computes the shares of a function; returns whether they differ between both sides by a quarter or
 * more. False also if only one side tells how it ran, or too little of it. */
bool tiers_changed(struct tiers *t, struct str name, struct tier_shares *shares);

#endif
