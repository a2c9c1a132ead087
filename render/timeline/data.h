/* Memory over time as data: the snapshots of a profile, and the sites that allocated the most. */
#ifndef RENDER_TIMELINE_DATA_H
#define RENDER_TIMELINE_DATA_H

#include "base/fault.h"
#include "model/profile.h"

enum { TIMELINE_SITES = 8 };

/* What lies at the bottom, and on it. */
enum timeline_part { TIMELINE_HEAP, TIMELINE_OVERHEAD, TIMELINE_STACKS, TIMELINE_PARTS };

/* One snapshot. Amounts are in the profile's column. */
struct timeline_shot {
    name_id number; /* as its label has it */
    name_id time;   /* with the unit; 0: not said */
    double at;      /* where it lies in time; with others that do not say it the place in the row */
    uint64_t parts[TIMELINE_PARTS], total;
    uint64_t sites[TIMELINE_SITES];
    bool is_detailed; /* it says what sites allocated */
    bool is_peak;
};

/* Owns its arrays; borrows the profile. Shots are in the order of time. */
struct timeline {
    const struct profile *p;
    struct timeline_shot *shots; /* at least one */
    size_t n, n_detailed;
    uint32_t *samples;             /* those of no snapshot, then by snapshot */
    size_t *begin;                 /* by snapshot: where its samples begin; then their end */
    struct str unit;               /* of time, lent by the profile; "": not said */
    name_id sites[TIMELINE_SITES]; /* functions, the largest first */
    size_t n_sites;
    uint64_t most;      /* largest total */
    uint64_t most_heap; /* largest heap of those that are detailed */
    size_t peak;        /* the one that is marked, or the largest */
};

/* False with a fault when no sample has a snapshot. */
MUST_CHECK bool timeline_build(struct timeline *t, const struct profile *p, struct fault *f);
void timeline_free(struct timeline *t);

/* The snapshot that sites are told of first: the peak where it tells them, else the one with the
 * largest total of those that do; where none does, the peak. */
size_t timeline_told(const struct timeline *t);

#endif
