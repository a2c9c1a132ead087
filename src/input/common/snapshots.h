/* Snapshots of memory over a run. All are kept until its end, when the peak is known. */
#ifndef INPUT_COMMON_SNAPSHOTS_H
#define INPUT_COMMON_SNAPSHOTS_H

#include "input/common/text.h"

struct snapshot_sample;

/* One snapshot. */
struct snapshot {
    uint64_t number;
    name_id time;   /* as in the file, without its unit; 0: not known */
    uint64_t bytes; /* heap, overhead and stacks */
    bool has_tree;
    bool is_marked; /* the file marks it as the peak */
    bool is_bad;    /* set by snapshots_keep: no sample of it can be added */
};

/* Owns its arrays; borrows the text. */
struct snapshots {
    struct text *text;
    struct snapshot *snapshots;
    size_t n_snapshots, snapshots_room;
    struct snapshot_sample *samples; /* of all snapshots, one snapshot after another */
    size_t n_samples, samples_room;
    size_t first; /* the first sample of the current snapshot */
    bool no_peak; /* reports of what is still held, of which the last is the one to draw */
};

void snapshots_init(struct snapshots *s, struct text *text);
void snapshots_free(struct snapshots *s);

/* Adds bytes of a stack to the current snapshot, and the number of their allocations for a format
 * whose second measure that is. False with a fault when a limit is reached. */
MUST_CHECK bool snapshots_add(struct snapshots *s, stack_id stack, uint64_t bytes,
                              uint64_t allocations, uint64_t line);

/* End the current snapshot: keep it with its samples, or drop them. */
void snapshots_keep(struct snapshots *s, const struct snapshot *snapshot);
void snapshots_drop(struct snapshots *s);

/* Adds all samples to the profile, labelled with snapshot, time with its unit, and peak=yes or
 * last=yes. Without a peak, none has peak=yes. Fails as builder_add. */
MUST_CHECK bool snapshots_finish(struct snapshots *s, struct str unit);

#endif
