/* f;f.part.0;g -> f;g */
#include "app/inputs/canonical_frames.h"

#include "base/mem.h"

bool canonical_frames_make(struct inputs *in, struct tiers *sums, size_t column, enum side side)
{
    const struct profile *p = &in->profile;
    const size_t n = p->frames.n;
    struct frame *rows = tiers_take(sums, &in->profile, column, side);
    uint32_t *parts = rows && p->calls.share == CALLS_NOT_SHARED ? tiers_parts(p) : NULL;
    bool fits = inputs_replace_parts(in, rows, parts);

    mem_free(parts, n, sizeof *parts);
    return fits;
}
