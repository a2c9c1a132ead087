/* f;f.part.0;g -> f;g */
#include "app/inputs/canonical_frames.h"

bool canonical_frames_make(struct inputs *in, struct tiers *sums, size_t column, enum side side)
{
    struct frame *rows = tiers_take(sums, &in->profile, column, side);
    struct profile joined;

    if (in->profile.calls.share == CALLS_NOT_SHARED && tiers_join_clones(&joined, &in->profile))
        inputs_replace(in, &joined);
    return inputs_replace_frames(in, rows);
}
