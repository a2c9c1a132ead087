/* One worker on a recording: it follows the processes from the start, but takes only its part of
 * the samples. */
#ifndef INPUT_PERF_DATA_WORKER_H
#define INPUT_PERF_DATA_WORKER_H

#include "input/perf_data/chain.h"
#include "input/perf_data/sample_labels.h"
#include "input/perf_data/sample_memory.h"
#include "input/perf_data/time/off_cpu.h"
#include "input/perf_data/time/wall.h"

/* Owns everything except the recording, the sources, and the profile. Set these, `reading` and the
 * part before it runs. */
struct worker {
    struct recording *rec;
    struct sources *sources;
    struct profile *profile; /* receives its samples */
    struct reading reading;  /* its own; later joined with the others */
    size_t from, to;         /* the range of records whose samples it takes */
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

/* Takes the samples; the result is in ok and fault. */
void worker_run(struct worker *w);

/* Call it when no worker runs, because files are closed by one thread at a time. */
void worker_free(struct worker *w);

#endif
