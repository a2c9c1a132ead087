/* One worker on a recording: it follows the processes from the start, but takes only its part of
 * the samples. Of what threads did in time one takes all, for which others find the stacks. */
#ifndef INPUT_PERF_DATA_WORKER_H
#define INPUT_PERF_DATA_WORKER_H

#include "input/perf_data/chain.h"
#include "input/perf_data/sample_labels.h"
#include "input/perf_data/sample_memory.h"
#include "input/perf_data/time/found.h"
#include "input/perf_data/time/off_cpu.h"
#include "input/perf_data/time/wall.h"

/* Owns everything except the recording, the sources, the profile and what is found. Set these,
 * `reading` and the part before it runs. */
struct worker {
    struct recording *rec;
    struct sources *sources;
    struct profile *profile; /* receives its samples */
    struct reading reading;  /* its own; later joined with the others */
    size_t from, to;         /* the range of records whose samples it takes; of one that finds
                              * stacks, the piece */
    struct found *found;     /* the stacks that workers find for another one; NULL: this one does
                              * all by itself */
    size_t finder;           /* its number among those who find, from 1; 0: it takes their stacks */
    size_t n_finders; /* behind one that takes them; the last is its own, as it has no thread */
    struct found_ids *ids;   /* the ids of each of them in its profile */
    struct found_sizes told; /* of one that finds */
    size_t at;               /* the record that is taken, or before which it ended */
    uint64_t n_not_taken;    /* of these, which only stand for time that no other does */
    struct fault fault;
    bool ok;
    struct view view;
    struct processes processes;
    struct builder builder;
    struct tidier tidier;
    struct addresses addresses;
    struct chains chains;
    struct off_cpu_waits off_cpu; /* for off-CPU time */
    struct wall wall;             /* for the wall clock, and latency */
    struct sample_labels labels;
    struct sample_memory memory; /* for labels of memory accesses */
};

/* Prepares everything for the first record, which worker_run does itself. False with the fault in
 * the worker. */
MUST_CHECK bool worker_begin(struct worker *w);

/* Takes the samples; the result is in ok and fault. One that takes what others find runs the last
 * of these itself; it needs none of the others to run. */
void worker_run(struct worker *w);

/* Call it when no worker runs, because files are closed by one thread at a time. */
void worker_free(struct worker *w);

#endif
