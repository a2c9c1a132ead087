/* How sleep is recorded: sampled by a program in the kernel; where that is not to be had, each
 * switch of threads is traced; where that is forbidden as well, only when threads leave and come
 * back is recorded. */
#ifndef RECORD_WAITS_H
#define RECORD_WAITS_H

#include "record/counters.h"
#include "record/off_cpu.h"
#include "record/targets.h"

enum waits_by { WAITS_NONE, WAITS_BY_PROGRAM, WAITS_BY_TRACING, WAITS_BY_SWITCHES };

/* What came of it. */
struct waits_outcome {
    enum waits_by by;
    enum off_cpu_fault why; /* not by the program */
    int error;              /* of OFF_CPU_REFUSED */
    bool is_full;           /* some threads were left out, as there were too many for the program */
    uint64_t ended_ns;      /* when tracing ended, as there was too much; 0: it did not */
};

/* Owns its parts. A zeroed struct may be freed: sleep is not recorded. */
struct waits {
    struct waits_outcome outcome;
    struct off_cpu off_cpu;
    struct event_choices events; /* those asked for, and sched_switch; borrowed by the counting */
    uint64_t second_ns, seen;    /* when the second began in which samples are counted; how many
                                    there were before */
};

/* Chooses the way; changes what is counted if need be. */
void waits_open(struct waits *w, struct counting *how, const struct record_order *order);

/* Begins to sample. */
MUST_CHECK bool waits_begin(struct waits *w, const struct targets *t,
                            const struct record_order *order, struct fault *f);

/* Sleep before this time is not told. */
void waits_begin_at(struct waits *w, uint64_t time_ns);

/* Finds the samples that are there; then writes and counts them. end: as the last ones. */
void waits_look(struct waits *w);
MUST_CHECK bool waits_drain(struct waits *w, bool end, uint64_t now_ns, const struct ring_use *use,
                            struct fault *f);

/* Ends the tracing if it is too much, and remembers when. */
void waits_watch(struct waits *w, struct counters *c, uint64_t now_ns, uint64_t samples);

void waits_free(struct waits *w);

#endif
