/* The snapshots of a profile: what was held in memory at times of a run. */
#ifndef MODEL_SNAPSHOTS_H
#define MODEL_SNAPSHOTS_H

#include "model/names.h"

typedef uint32_t snapshot_id; /* 0: of none */

/* What the time of a snapshot counts. */
enum snapshot_clock {
    SNAPSHOT_NO_CLOCK,    /* nothing: it has no time, or one that is no number */
    SNAPSHOT_ELAPSED,     /* what passed since the start of the run, in a unit */
    SNAPSHOT_TIME_OF_DAY, /* seconds since midnight */
};

struct snapshot {
    uint64_t number; /* in its input */
    enum snapshot_clock clock;
    uint64_t at; /* exactly at / 10^scale; 0 without a clock */
    unsigned scale;
    name_id unit; /* of what elapsed: "ms", "s", "i" (instructions), "B"; 0: not told */
    name_id time; /* the time as its input writes it, with the unit; 0: not known */
    bool is_peak, is_last;
};

/* Owns its arrays. Each snapshot once, from row 1; zeroed: there are none. */
struct snapshots {
    struct snapshot *rows;
    size_t room;
    uint32_t n;         /* with row 0; 0: there are none */
    snapshot_id *slots; /* by hash; 0: free */
    size_t n_slots;
    struct hash_key key;
};

void snapshots_free(struct snapshots *s);
void snapshots_copy(struct snapshots *to, const struct snapshots *from);

/* Orders by all that they say. */
int snapshot_compare(const struct snapshot *a, const struct snapshot *b);

/* Finds or adds a snapshot. */
snapshot_id snapshots_add(struct snapshots *s, const struct snapshot *snapshot);

/* The same of one whose texts are in from_names. */
snapshot_id snapshots_add_from(struct snapshots *to, struct names *to_names,
                               const struct snapshot *snapshot, const struct names *from_names);

/* Whether one is the peak of its run: formats that do not know it have only a last one. */
bool snapshots_have_peak(const struct snapshots *s);

#endif
