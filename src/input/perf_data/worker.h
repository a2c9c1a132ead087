/* One worker on a recording: it follows the processes from the start, and takes a part of the
 * samples. */
#ifndef INPUT_PERF_DATA_WORKER_H
#define INPUT_PERF_DATA_WORKER_H

#include "input/common/label_builder.h"
#include "input/perf_data/chain.h"
#include "input/perf_data/off_cpu.h"

struct label_memo;

/* Owns all but the recording, the sources, and the profile. Set these, reading and the part before
 * it runs. */
struct worker {
    struct recording *rec;
    struct sources *sources;
    struct profile *profile; /* where its samples go */
    struct reading reading;  /* its own, to be joined with the others */
    size_t from, to;         /* of the records that were found, those whose samples it takes */
    struct fault fault;
    bool ok;
    struct view view;
    struct processes processes;
    struct builder builder;
    struct tidier tidier;
    struct addresses addresses;
    struct chains chains;
    struct off_cpu off_cpu; /* where the time off processors is asked for */
    struct label_builder label_builder;
    struct label_memo *memo;
};

/* Takes the samples; the outcome is in ok and fault. */
void worker_run(struct worker *w);

/* Once none runs: files are closed by one at a time. */
void worker_free(struct worker *w);

#endif
