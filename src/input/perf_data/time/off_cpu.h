/* Finds when threads leave processors and return, from context switch records or samples of
 * sched_switch. */
#ifndef INPUT_PERF_DATA_TIME_OFF_CPU_H
#define INPUT_PERF_DATA_TIME_OFF_CPU_H

#include "input/perf_data/processes.h"
#include "input/perf_data/sample.h"
#include "model/profile.h"

struct off_thread {
    bool is_away;
    bool is_gone;
    bool is_ending;  /* its EXIT was read: it runs, and may wait, until its memory is gone */
    bool is_sampled; /* stack is that of a sample */
    bool is_fresh;   /* taken since the thread's return */
    bool at_leaving; /* or just when it left */
    bool is_stale;   /* or even before the previous leaving */
    bool is_looked;  /* it was taken while the thread waited; so none of what ran replaces it */
    bool is_lost;    /* and callers are missing */
    stack_id stack;
    enum thread_state state; /* while it is away, */
    labels_id labels;        /* and then */
    uint64_t since_ns;
};

/* What one record says. */
struct off_change {
    uint32_t left, came;     /* threads */
    enum thread_state state; /* of who left: STATE_WAITING or STATE_READY */
    bool is_gone;            /* who left has ended */
    bool is_ending;          /* who left goes on, but no more than to its last switch */
    bool is_new;             /* who left is a new thread, which has not begun */
    bool has_left, has_come;
};

/* Owns its threads; borrows the recording. */
struct off_cpu_waits {
    struct recording *rec;
    const struct event *event; /* sched_switch; NULL: there are only switch records */
    bool is_measured;          /* not sched_switch, but an event whose periods are off-CPU times */
    struct {
        size_t state_at, state_size, next_at;
    } raw;                      /* offsets in its samples */
    struct off_thread *threads; /* by row of the processes */
    size_t room;
    size_t n;
    uint64_t n_left, n_waits;
    uint64_t n_unseen;                   /* how often a thread's return was not recorded */
    uint64_t n_unknown, n_near, n_stale; /* waits by the reliability of their stacks */
    uint64_t ns, unknown_ns, near_ns;    /* their time: of all, and of such */
    uint64_t lost_ns;                    /* of those that were looked at, but lack callers */
};

void off_cpu_init(struct off_cpu_waits *o, struct recording *rec);
/* The same, but only with what says when threads leave and return, not how long they were away. */
void off_cpu_init_switches(struct off_cpu_waits *o, struct recording *rec);

/* Finds sched_waking, and where its samples, which are of the waker, name who is woken; NULL: it
 * was not recorded. */
const struct event *off_cpu_find_waking(const struct recording *rec, size_t *pid_at);

void off_cpu_free(struct off_cpu_waits *o);

/* Returns the thread in a row of the processes, lent until the next call. */
struct off_thread *off_cpu_thread(struct off_cpu_waits *o, uint32_t row);

/* Parse what a sample of sched_switch, or a record that is no sample, says about threads; set the
 * fields `record`, who and where. False when it says nothing. */
MUST_CHECK bool off_cpu_read_sample(const struct off_cpu_waits *o, const struct sample_fields *s,
                                    struct off_change *change);
MUST_CHECK bool off_cpu_read_record(const struct off_cpu_waits *o, const struct record *record,
                                    struct sample_fields *s, struct off_change *change);

/* Reports what is not counted, and how reliable the stacks are. False with a fault when nothing is
 * known. */
MUST_CHECK bool off_cpu_finish(const struct off_cpu_waits *o, const struct reading *r,
                               struct fault *f);

#endif
