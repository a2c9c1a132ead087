/* The kernel's counters of a recording: an event on each processor, of the whole system, of control
 * groups or of threads. */
#ifndef RECORD_COUNTERS_H
#define RECORD_COUNTERS_H

#include "record/counting.h"
#include "record/ring.h"

/* Owns its arrays, descriptors and rings. */
struct counters {
    struct perf_event_attr *attrs;      /* by event */
    const struct event_choice *choices; /* borrowed */
    struct event_choice replacement;
    struct recorded_event *events; /* for the file; their ids lie in ids */
    size_t n_events;               /* of all sets */
    bool has_teller;               /* behind them is one that counts nothing, but tells of maps and
                                    * threads also while they do not count */
    size_t n_sets;                 /* which lie one behind the other */
    enum counter_set set;          /* that counts */
    uint32_t *processors;
    size_t processors_room, n_processors;
    size_t n_targets;
    int *fds;           /* by event, target, processor; -1: the thread has ended */
    uint64_t *ids;      /* the same, without gaps at the end of each event */
    struct ring *rings; /* by processor */
    bool replaced;      /* cpu-clock is counted in place of cycles, the first event */
    bool user_only;     /* this user may not see the kernel */
    bool no_physical;   /* nor where data lies in memory */
    bool no_switches;   /* this kernel does not tell when threads switch */
    int *sum_fds;       /* by event, where processors are counted: of the command alone */
    size_t n_sums;
    bool filtered;   /* processors are counted in place of threads; who reads leaves others out */
    bool few_files;  /* the same, as threads need more counters than files may be open */
    bool by_program; /* the same, as the kernel drops their samples */
    struct counters_needed needed;
    uint64_t untold; /* bits of sample_type that this kernel does not know */
};

/* Whether processors may be counted in place of threads, whose counters, inherited by each thread
 * that is started, begin a whole period there: threads that run briefly would have no samples. */
bool counters_may_be_of_processors(const struct counting *how);

/* Opens all counters, not yet counting. A fault says what is missing and what mends it. */
MUST_CHECK bool counters_open(struct counters *c, const struct counting *how, struct fault *f);

/* Whether samples tell the number of their control group. */
bool counters_tell_groups(const struct counters *c);

/* Begins to tell of maps and threads, if the counters are to begin later. */
void counters_tell(const struct counters *c);

/* Begins or ends to count. */
void counters_enable(const struct counters *c, bool on);

/* Goes on to count with another set. */
void counters_choose(struct counters *c, enum counter_set set);

/* The event that only tells of maps and threads; NULL: the others do. */
const struct recorded_event *counters_teller(const struct counters *c);

/* The name of an event; lent. */
const char *counters_event(const struct counters *c, size_t event);

/* Sets how many there were of each event, at most so many events, also while no samples were taken;
 * of those that shared a counter of the processor, what they would have been in all of the time.
 * Returns how many events; 0: it is not known, as those of others were counted as well. */
size_t counters_sums(const struct counters *c, uint64_t *sums, size_t most);

/* Counts the last event, which is not the only one, no more. */
void counters_end_last(struct counters *c);

void counters_close(struct counters *c);

#endif
