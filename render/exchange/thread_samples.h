/* Groups the samples of a profile by thread, for formats with a list of samples for each thread. */
#ifndef RENDER_EXCHANGE_THREAD_SAMPLES_H
#define RENDER_EXCHANGE_THREAD_SAMPLES_H

#include "base/buf.h"
#include "render/flame/picture.h"

struct sampled_thread {
    name_id process, pid, name, tid; /* 0: not known */
    uint32_t first, n;               /* the range of its samples */
    uint64_t total;
};

struct thread_sample {
    uint64_t time_ns; /* NO_TIME: not known */
    uint64_t value;   /* of the column that pictures draw */
    stack_id stack;
    unsigned char state; /* what the thread did (moments.h) */
    uint32_t thread;
    uint32_t order; /* of samples without a time */
};

/* Owns its arrays. Threads are sorted by total, the largest first; samples of which no thread
 * is known form one without a name. Samples of a thread are sorted by time; those without a time
 * follow in the order of the tree, one for each stack. */
struct thread_samples {
    struct sampled_thread *list;
    uint32_t n;
    size_t list_room;
    struct thread_sample *samples;
    uint32_t n_samples;
    size_t samples_room;
};

/* by_number: a thread that was renamed, or whose process was, is one, under its last name. */
void thread_samples_init(struct thread_samples *threads, const struct picture *picture,
                         bool by_number);
void thread_samples_free(struct thread_samples *threads);

/* Appends a thread's name: "NAME", "NAME (PROCESS) PID/TID", as far as known. */
void thread_samples_name(const struct thread_samples *threads, uint32_t thread,
                         const struct names *names, struct buf *to);

#endif
