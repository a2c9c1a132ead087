/* Snapshots of memory over a run, kept until its end, where it is known which one is the peak. */
#ifndef INPUT_COMMON_SNAPSHOTS_H
#define INPUT_COMMON_SNAPSHOTS_H

#include "input/common/text.h"

struct shot_sample;

/* What one snapshot says. */
struct shot {
    uint64_t number;
    name_id time;   /* as it stands in the file, without its unit; 0: not said */
    uint64_t bytes; /* heap, overhead and stacks */
    bool has_tree;
    bool is_marked; /* the file calls it the peak */
};

/* Owns its arrays; borrows the text. */
struct shots {
    struct text *text;
    struct shot *shots;
    size_t n_shots, shots_room;
    struct shot_sample *samples; /* of all, those of one behind another's */
    size_t n_samples, samples_room;
    size_t first; /* sample of the snapshot that is being read */
};

void shots_init(struct shots *s, struct text *text);
void shots_free(struct shots *s);

/* Adds bytes of a stack to the snapshot that is being read. False with a fault when a limit is
 * reached. */
MUST_CHECK bool shots_add(struct shots *s, stack_id stack, uint64_t bytes, uint64_t line);

/* Keeps the snapshot with what was added, or drops what was added. */
void shots_keep(struct shots *s, const struct shot *shot);
void shots_drop(struct shots *s);

/* Adds all samples to the profile, with the labels of their snapshots: snapshot, time with its
 * unit, and peak=yes or last=yes. False as builder_add. */
MUST_CHECK bool shots_finish(struct shots *s, struct str unit);

#endif
