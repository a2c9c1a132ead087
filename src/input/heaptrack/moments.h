/* What stacks held at moments of the run, evenly spread over what is known of it so far. */
#ifndef INPUT_HEAPTRACK_MOMENTS_H
#define INPUT_HEAPTRACK_MOMENTS_H

#include "input/common/snapshots.h"
#include "input/heaptrack/heap.h"

/* Moments are taken up to this number, then every other is dropped, and from there on half as
 * often: of a run between half as many and as many stay. */
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
    uint64_t now, interval;    /* ms: of what is read, and the least between moments */
    uint64_t n_peaks, peak_ms; /* the last peak that was seen, and when it was */
};

void heaptrack_moments_free(struct heaptrack_moments *m);

/* Call it after what is held changed: the last peak was now. */
static inline void heaptrack_moments_look(struct heaptrack_moments *m,
                                          const struct heaptrack_heap *h)
{
    if (m->n_peaks == h->n_peaks)
        return;
    m->n_peaks = h->n_peaks;
    m->peak_ms = m->now;
}

/* Time goes on: takes the moment if it is due. A time below the last one is passed over. False when
 * what stacks held would be more than `most` numbers. */
MUST_CHECK bool heaptrack_moments_at(struct heaptrack_moments *m, const struct heaptrack_heap *h,
                                     uint64_t ms, uint64_t most);

/* Adds all moments, the peak and the end, in the order of time, to the snapshots.
 * heaptrack_heap_end must have been called; nothing is the stack of what has none. False with a
 * fault as snapshots_add. */
MUST_CHECK bool heaptrack_moments_end(struct heaptrack_moments *m, const struct heaptrack_heap *h,
                                      struct snapshots *shots, stack_id nothing);

#endif
