/* Snapshots of memory over a run. All are kept until its end, when the peak is known. */
#ifndef INPUT_COMMON_SNAPSHOT_BUILDER_H
#define INPUT_COMMON_SNAPSHOT_BUILDER_H

#include "input/common/text.h"

struct snapshot_sample;

/* One snapshot while it is read. */
struct snapshot_draft {
    struct snapshot is; /* its time without the unit; the peak and the last are found at the end */
    uint64_t bytes;     /* heap, overhead and stacks */
    bool has_tree;
    bool is_marked; /* the file marks it as the peak */
    bool is_bad;    /* set by snapshot_builder_keep: no sample of it can be added */
};

/* Owns its arrays; borrows the text. */
struct snapshot_builder {
    struct text *text;
    struct snapshot_draft *snapshots;
    size_t n_snapshots, snapshots_room;
    struct snapshot_sample *samples; /* of all snapshots, one snapshot after another */
    size_t n_samples, samples_room;
    size_t first; /* the first sample of the current snapshot */
    bool no_peak; /* reports of what is still held, of which the last is the one to draw */
};

void snapshot_builder_init(struct snapshot_builder *s, struct text *text);
void snapshot_builder_free(struct snapshot_builder *s);

/* Adds bytes of a stack to the current snapshot, and the number of their allocations for a format
 * whose second measure that is. False with a fault when a limit is reached. */
MUST_CHECK bool snapshot_builder_add(struct snapshot_builder *s, stack_id stack, uint64_t bytes,
                                     uint64_t allocations, uint64_t line);

/* End the current snapshot: keep it with its samples, or drop them. */
void snapshot_builder_keep(struct snapshot_builder *s, const struct snapshot_draft *snapshot);
void snapshot_builder_drop(struct snapshot_builder *s);

/* Adds all samples to the profile, labelled with snapshot, time with its unit, and peak=yes or
 * last=yes. Without a peak, none has peak=yes. Fails as builder_add. */
MUST_CHECK bool snapshot_builder_finish(struct snapshot_builder *s, struct str unit);

#endif
