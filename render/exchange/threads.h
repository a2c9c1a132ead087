/* Groups the samples of a profile by thread, for formats with a list of samples for each thread. */
#ifndef RENDER_EXCHANGE_THREADS_H
#define RENDER_EXCHANGE_THREADS_H

#include "base/buf.h"
#include "render/flame/picture.h"

struct thread {
    name_id process, pid, name, tid; /* 0: not known */
    uint32_t first, n;               /* the range of its samples */
    uint64_t total;
};

struct thread_sample {
    uint64_t time_ns; /* PROFILE_NO_TIME: not known */
    uint64_t value;   /* of the column that pictures draw */
    stack_id stack;
    uint32_t thread;
    uint32_t order; /* of samples without a time */
};

/* Owns its arrays. Threads are sorted by total, the largest first; samples without a thread label
 * form one thread without a name. Samples of a thread are sorted by time; those without a time
 * follow in the order of the tree, one for each stack. */
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

/* Appends a thread's name: "NAME", "NAME (PROCESS) PID/TID", as far as known. */
void threads_name(const struct threads *threads, uint32_t thread, const struct names *names,
                  struct buf *to);

#endif
