/* What stacks held at moments spread evenly over the run, whose length is not known in advance. */
#ifndef INPUT_HEAPTRACK_MOMENTS_H
#define INPUT_HEAPTRACK_MOMENTS_H

#include "input/common/snapshot_builder.h"
#include "input/heaptrack/heap.h"

/* At this many moments, every other one is dropped and the interval doubles; so in the end there
 * are between half as many and as many. */
enum { HEAPTRACK_MOMENTS = 40 };

struct heaptrack_moment {
    uint64_t ms;
    size_t first, n; /* of held */
};

/* What one stack held. */
struct heaptrack_held {
    uint64_t bytes;
    uint32_t trace;
};

/* Owns its arrays. */
struct heaptrack_moments {
    struct heaptrack_moment moments[HEAPTRACK_MOMENTS];
    size_t n;
    struct heaptrack_held *held;
    size_t n_held, held_room;
    uint64_t now, interval;    /* ms: the current time, and the interval of moments */
    uint64_t n_peaks, peak_ms; /* the last peak seen, and its time */
};

void heaptrack_moments_free(struct heaptrack_moments *m);

/* Call it after each change: notes a new peak. */
static inline void heaptrack_moments_look(struct heaptrack_moments *m,
                                          const struct heaptrack_heap *h)
{
    if (m->n_peaks == h->n_peaks)
        return;
    m->n_peaks = h->n_peaks;
    m->peak_ms = m->now;
}

/* Advances the time, and records a moment if one is due. Ignores a time below the last. False when
 * more than `most` numbers would be stored. */
MUST_CHECK bool heaptrack_moments_at(struct heaptrack_moments *m, const struct heaptrack_heap *h,
                                     uint64_t ms, uint64_t most);

/* Adds all moments, the peak and the end to the snapshots, in time order. Call heaptrack_heap_end
 * first; `nothing` is the stack for bytes without one. False with a fault as snapshot_builder_add.
 */
MUST_CHECK bool heaptrack_moments_end(struct heaptrack_moments *m, const struct heaptrack_heap *h,
                                      struct snapshot_builder *snapshots, stack_id nothing);

#endif
