/* What a profile tells over time beside its samples: counters and marks. */
#ifndef MODEL_TIME_TRACKS_H
#define MODEL_TIME_TRACKS_H

#include "model/time/counters.h"
#include "model/time/marks.h"

/* Owns both. Zeroed: there are none. */
struct tracks {
    struct counter_list counters;
    struct mark_list marks;
};

/* Whether there are any. */
static inline bool tracks_any(const struct tracks *t)
{
    return t->counters.n || t->marks.n;
}

void tracks_free(struct tracks *t);

/* Copies them with the same ids. */
void tracks_copy(struct tracks *to, const struct tracks *from);

/* The names and threads to which those of tracks are added. Borrows them. */
struct tracks_of {
    struct names *names;
    struct threads *threads;
};

/* Adds those of another profile, which has these names and threads. */
void tracks_add_all(struct tracks *to, struct tracks_of own, const struct tracks *from,
                    const struct names *names, const struct threads *threads);

/* Takes the times that are not settled from first_ns on; NO_TIME: from the earliest of them. */
void tracks_settle(struct tracks *t, uint64_t first_ns);

/* Keeps what is at `from` or later, and before `to`, of threads that are kept. */
void tracks_cut(struct tracks *t, int64_t from_ns, int64_t to_ns, const bool *threads);

#endif
