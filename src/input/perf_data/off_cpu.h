/* When threads leave processors and come back, by the records of switches or the samples of
 * sched_switch. */
#ifndef INPUT_PERF_DATA_OFF_CPU_H
#define INPUT_PERF_DATA_OFF_CPU_H

#include "input/perf_data/processes.h"
#include "input/perf_data/sample.h"
#include "model/profile.h"

enum off_state {
    OFF_NONE,
    OFF_BLOCKED,  /* it waits for something */
    OFF_RUNNABLE, /* it waits for a processor only */
    OFF_GONE,     /* it has ended */
};

struct off_thread {
    bool is_away;
    bool is_gone;
    bool is_sampled; /* stack is that of a sample */
    bool is_fresh;   /* which was taken since it came back */
    bool at_leaving; /* or just when it left */
    bool is_stale;   /* or before it left the time before */
    stack_id stack;
    labels_id labels; /* while it is away */
    uint64_t since_ns;
};

/* What one record tells. */
struct off_change {
    uint32_t left, came; /* threads */
    enum off_state state;
    bool has_left, has_come;
};

/* Owns its threads; borrows the recording. */
struct off_cpu {
    struct recording *rec;
    const struct event *event; /* sched_switch; NULL: only the records of switches tell */
    bool is_measured;          /* it is not, but one whose periods are times off processors */
    struct {
        size_t state_at, state_size, next_at;
    } raw;                      /* of its samples */
    struct off_thread *threads; /* by row of the processes */
    size_t room;
    size_t n;
    uint64_t n_left, n_waits;
    uint64_t n_unseen;                   /* times that nothing says when a thread came back */
    uint64_t n_unknown, n_near, n_stale; /* waits by how much is known of their stacks */
};

void off_cpu_init(struct off_cpu *o, struct recording *rec);
void off_cpu_free(struct off_cpu *o);

/* Returns the thread of a row of the processes, lent until the next call. */
struct off_thread *off_cpu_thread(struct off_cpu *o, uint32_t row);

/* Says what a sample of sched_switch, or a record that is no sample, tells of threads; the fields
 * of the record, who and where, are set. False when it tells nothing. */
MUST_CHECK bool off_cpu_read_sample(const struct off_cpu *o, const struct sample_fields *s,
                                    struct off_change *change);
MUST_CHECK bool off_cpu_read_record(const struct off_cpu *o, const struct record *record,
                                    struct sample_fields *s, struct off_change *change);

/* Says what is not counted, and how true the stacks are. False with a fault when nothing at all is
 * known. */
MUST_CHECK bool off_cpu_finish(const struct off_cpu *o, struct fault *f);

#endif
