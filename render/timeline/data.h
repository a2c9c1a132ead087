/* Memory over time as data: the snapshots of a profile, and the sites that allocated most. */
#ifndef RENDER_TIMELINE_DATA_H
#define RENDER_TIMELINE_DATA_H

#include "base/fault.h"
#include "model/profile.h"

enum { TIMELINE_SITES = 8 };

/* The areas of the chart, from the bottom up. */
enum timeline_part { TIMELINE_HEAP, TIMELINE_OVERHEAD, TIMELINE_STACKS, TIMELINE_PARTS };

/* What places snapshots on the time axis: their index where one has no time, or no later one than
 * that before it. */
enum timeline_place { TIMELINE_BY_INDEX, TIMELINE_BY_NUMBER, TIMELINE_BY_CLOCK };

/* One snapshot. Amounts are in the profile's column. */
struct timeline_snapshot {
    const struct snapshot *is; /* lent by the profile */
    double at;                 /* its position on the time axis, by enum timeline_place */
    uint64_t parts[TIMELINE_PARTS], total;
    uint64_t sites[TIMELINE_SITES];
    bool is_detailed; /* it says how much each site allocated */
};

/* Owns its arrays; borrows the profile. Snapshots are sorted by time. */
struct timeline {
    const struct profile *p;
    struct timeline_snapshot *shots; /* at least one */
    size_t n, n_detailed;
    uint32_t *samples; /* samples without a snapshot, then by snapshot */
    size_t *begin;     /* by snapshot: where its samples begin; then their end */
    enum timeline_place place;
    struct str unit;               /* of time, lent by the profile; "": not known */
    name_id sites[TIMELINE_SITES]; /* functions, the largest first */
    size_t n_sites;
    uint64_t most;      /* largest total */
    uint64_t most_heap; /* the largest heap of the detailed ones */
    size_t peak;        /* the marked one, or else the largest */
};

/* False with a fault when no sample has a snapshot. */
MUST_CHECK bool timeline_build(struct timeline *t, const struct profile *p, struct fault *f);
void timeline_free(struct timeline *t);

/* The snapshot whose sites are shown first: the peak if it is detailed, else the detailed one with
 * the largest total, else the peak. */
size_t timeline_told(const struct timeline *t);

#endif
