/* How sleep is recorded: sampled by a program in the kernel; where that is not to be had, each
 * switch of threads is traced; where that is forbidden as well, it is recorded when threads leave
 * and come back, and those that wait are looked at from outside. */
#ifndef RECORD_SLEEP_WAITS_H
#define RECORD_SLEEP_WAITS_H

#include "record/counters.h"
#include "record/sleep/off_cpu.h"
#include "record/sleep/polled_waits.h"
#include "record/targets/targets.h"

enum waits_by { WAITS_NONE, WAITS_BY_PROGRAM, WAITS_BY_TRACING, WAITS_BY_SWITCHES };

/* What came of it. */
struct waits_outcome {
    enum waits_by by;
    enum off_cpu_fault why; /* not by the program */
    int error;              /* of OFF_CPU_REFUSED */
    bool is_full;           /* some threads were left out, as there were too many for the program */
    uint32_t stack_bytes;   /* that were taken of stacks at most; 0: as of other samples */
    uint64_t n_cut;         /* threads for whose stacks the program had not enough room */
    uint64_t n_lost;        /* samples for which there was no room; counted as lost as well */
    uint64_t n_looked;      /* waits that were looked at */
    uint64_t ended_ns;      /* when tracing ended, as there was too much; 0: it did not */
};

/* Owns its parts. A zeroed struct may be freed: sleep is not recorded. */
struct waits {
    struct waits_outcome outcome;
    struct off_cpu_recorder off_cpu;
    struct polled_waits looks;
    struct event_choices events; /* those asked for, and sched_switch; borrowed by the counting */
    uint64_t second_ns, seen;    /* when the second began in which samples are counted; how many
                                    there were before */
};

/* Chooses the way; changes what is counted if need be. */
void waits_open(struct waits *w, struct counting *how, const struct record_order *order);

/* How long to sleep until it has something to do; at most `most_ms`. */
int waits_step_ms(const struct waits *w, int most_ms);

/* What is shown the records of switches; NULL: nothing. */
struct asleep *waits_asleep(struct waits *w);

/* The event of its samples, which have copies of stacks; NULL: it has none. */
const struct recorded_event *waits_event(const struct waits *w);

/* Whether the first thread is to start the command yet. */
bool waits_for_program(const struct record_order *order);

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
