/* Snapshots of memory over a run, kept until its end, where it is known which one is the peak. */
#ifndef INPUT_COMMON_SNAPSHOTS_H
#define INPUT_COMMON_SNAPSHOTS_H

#include "input/common/text.h"

struct snapshot_sample;

/* What one snapshot says. */
struct snapshot {
    uint64_t number;
    name_id time;   /* as it stands in the file, without its unit; 0: not said */
    uint64_t bytes; /* heap, overhead and stacks */
    bool has_tree;
    bool is_marked; /* the file calls it the peak */
};

/* Owns its arrays; borrows the text. */
struct snapshots {
    struct text *text;
    struct snapshot *shots;
    size_t n_shots, shots_room;
    struct snapshot_sample *samples; /* of all, those of one behind another's */
    size_t n_samples, samples_room;
    size_t first; /* sample of the snapshot that is being read */
};

void snapshots_init(struct snapshots *s, struct text *text);
void snapshots_free(struct snapshots *s);

/* Adds bytes of a stack to the snapshot that is being read. False with a fault when a limit is
 * reached. */
MUST_CHECK bool snapshots_add(struct snapshots *s, stack_id stack, uint64_t bytes, uint64_t line);

/* Keeps the snapshot with what was added, or drops what was added. */
void snapshots_keep(struct snapshots *s, const struct snapshot *shot);
void snapshots_drop(struct snapshots *s);

/* Adds all samples to the profile, with the labels of their snapshots: snapshot, time with its
 * unit, and peak=yes or last=yes. False as builder_add. */
MUST_CHECK bool snapshots_finish(struct snapshots *s, struct str unit);

#endif
