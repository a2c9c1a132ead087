/* Prepares a labelled profile for a picture: selects samples by their labels, puts label values in
 * front of stacks as root frames, and keeps one column, or one and its count of samples. */
#ifndef MODEL_ROOT_FRAMES_H
#define MODEL_ROOT_FRAMES_H

#include "model/profile.h"

enum { ROOT_FRAMES_DROP = INT32_MAX };

/* Samples whose stacks get the same root frames. */
struct root_frames_group {
    const name_id *names; /* of the root frames, outermost first; borrowed; different in each group
                           */
    size_t n;
};

struct root_frames {
    size_t column; /* the column to keep */
    size_t counts; /* 1 + the one that counts its samples, to be kept behind it; 0: none is */
    bool measured; /* samples with 0 in it are dropped: they belong to other measures */
    const uint32_t *group_of; /* by label set: the group of its samples, or ROOT_FRAMES_DROP */
    const struct root_frames_group *groups; /* their names are ids of the profile `from` */
    size_t n_groups;
    const name_id *frame_names; /* by frame: its new name; NULL: names stay */
    bool names_only;            /* merges frames by name alone; the name's mark gives the kind */
    name_id empty;              /* the name of the frame for a stack without frames */
    uint64_t most;              /* the limit of stacks; more make it fail */
};

/* Writes a new profile without labels, which the caller frees. False when there would be too many
 * stacks; `to` is then a valid part of the whole. Consumes names, stacks, counters and marks of
 * `from`: only profile_free may follow. */
MUST_CHECK bool profile_root_frames(struct profile *to, struct profile *from,
                                    const struct root_frames *root_frames);

#endif
