/* The samples of a profile by the threads that their labels tell, for formats that hold a list of
 * samples for each thread. */
#ifndef RENDER_EXCHANGE_THREADS_H
#define RENDER_EXCHANGE_THREADS_H

#include "base/buf.h"
#include "render/flame/picture.h"

struct thread {
    name_id process, pid, name, tid; /* 0: not said */
    uint32_t first, n;               /* of the samples */
    uint64_t total;
};

struct thread_sample {
    uint64_t time_ns; /* PROFILE_NO_TIME: not known */
    uint64_t value;   /* in the column that is drawn */
    stack_id stack;
    uint32_t thread;
    uint32_t order; /* of those at no time */
};

/* Owns its arrays. Threads stand by their totals, the largest first; where no label tells one there
 * is one without a name. Samples of a thread stand by their times, and behind those without a time,
 * in the order of the tree, one for each stack. */
struct threads {
    struct thread *list;
    uint32_t n;
    size_t list_room;
    struct thread_sample *samples;
    uint32_t n_samples;
    size_t samples_room;
};

void threads_init(struct threads *threads, const struct picture *picture);
void threads_free(struct threads *threads);

/* Appends what a thread is called: "NAME", "NAME (PROCESS) PID/TID", as much as is said. */
void threads_name(const struct threads *threads, uint32_t thread, const struct names *names,
                  struct buf *to);

#endif
