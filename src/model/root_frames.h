/* From a profile whose samples have labels to one that a picture can be made of: samples chosen by
 * their labels, labels turned into first frames, one column. */
#ifndef MODEL_ROOT_FRAMES_H
#define MODEL_ROOT_FRAMES_H

#include "model/profile.h"

enum { ROOT_FRAMES_DROP = INT32_MAX };

/* Samples whose stacks begin with the same frames. */
struct root_frames_group {
    const name_id *names; /* of the first frames, root first; borrowed; different in each group */
    size_t n;
};

struct root_frames {
    size_t column;             /* the one that is kept */
    bool measured;             /* samples with 0 in it belong to other measures alone: dropped */
    struct time_window window; /* samples outside are dropped when the profile is timed */
    const uint32_t *group_of;  /* by label set: the group of its samples, or ROOT_FRAMES_DROP */
    const struct root_frames_group *groups; /* their names are ids of the profile that is read */
    size_t n_groups;
    const name_id *frame_names; /* by frame: its new name; NULL: all keep theirs */
    bool names_only; /* frames that agree in name are one; their kind is that of its mark */
    name_id empty;   /* the name of the frame that stands for a stack without any */
    uint64_t most;   /* stacks; more are a failure */
};

/* Writes a new profile, which the caller frees, without labels. False when there would be too many
 * stacks; `to` is then a valid part of the whole. Names and stacks of `from` are used up: only
 * profile_free may follow. */
MUST_CHECK bool profile_root_frames(struct profile *to, struct profile *from,
                                    const struct root_frames *rooting);

#endif
