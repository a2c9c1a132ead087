/* Counters of processors for threads alone: a program in the kernel drops the samples of all
 * others. It knows the threads that it was told of, and what these start. */
#ifndef RECORD_SLEEP_THREAD_FILTER_H
#define RECORD_SLEEP_THREAD_FILTER_H

#include <stdint.h>

#include "record/counting.h"

enum { THREAD_FILTER_PROGRAMS = 3, THREAD_FILTER_THREADS = 65536 /* at a time */ };

/* Owns its descriptors. A zeroed struct may be closed. */
struct thread_filter {
    bool is_open;
    int threads;  /* a map: by number, whether the thread is awaited */
    int left_out; /* a map: of one number, of threads for which there was no room */
    int programs[THREAD_FILTER_PROGRAMS];
    int links[THREAD_FILTER_PROGRAMS];
    size_t n_programs, n_links;
    int filter; /* the program for counters; 0: not to be had */
};

/* Loads the programs, which do not run yet. False where they are not to be had: they need CAP_BPF
 * and CAP_PERFMON, types of the kernel (BTF), and its own numbers of processes. */
MUST_CHECK bool thread_filter_open(struct thread_filter *t);

/* Begins to see what threads start, then adds these and all threads of processes. awaits_first: the
 * first thread counts once it starts a program. False with the reason in errno. */
MUST_CHECK bool thread_filter_begin(struct thread_filter *t, const struct counting *how,
                                    bool awaits_first);

/* How many threads that were started had no room. */
uint64_t thread_filter_left_out(const struct thread_filter *t);

void thread_filter_close(struct thread_filter *t);

#endif
