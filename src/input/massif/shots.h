/* The snapshots of a run, kept until its end, where it is known which one is the peak. */
#ifndef INPUT_MASSIF_SHOTS_H
#define INPUT_MASSIF_SHOTS_H

#include "input/text.h"

struct massif_sample;

/* What one snapshot says. */
struct massif_shot {
    uint64_t number;
    name_id time;   /* as it stands in the file, without its unit; 0: not said */
    uint64_t bytes; /* heap, overhead and stacks */
    bool has_tree;
    bool is_marked; /* the file calls it the peak */
};

/* Owns its arrays; borrows the text. */
struct massif_shots {
    struct text *text;
    struct massif_shot *shots;
    size_t n_shots, shots_room;
    struct massif_sample *samples; /* of all, those of one behind another's */
    size_t n_samples, samples_room;
    size_t first; /* sample of the snapshot that is being read */
};

void massif_shots_init(struct massif_shots *s, struct text *text);
void massif_shots_free(struct massif_shots *s);

/* Adds bytes of the builder's stack, leaf first, to the snapshot that is being read. False with a
 * fault when a limit is reached. */
MUST_CHECK bool massif_shots_add(struct massif_shots *s, uint64_t bytes, uint64_t line);

/* Keeps the snapshot with what was added, or drops what was added. */
void massif_shots_keep(struct massif_shots *s, const struct massif_shot *shot);
void massif_shots_drop(struct massif_shots *s);

/* Adds all samples to the profile, with the labels of their snapshots: snapshot, time with its
 * unit, and peak=yes or last=yes. False as builder_add. */
MUST_CHECK bool massif_shots_finish(struct massif_shots *s, struct str unit);

#endif
