/* Wall clock: what each thread of a recording did all its life.
 *
 * A thread lives from its FORK, or from the begin of the recording if it was there (a record
 * without a time names it, or one from before the begin, where a record says when that was), or
 * else from its first record, to its EXIT, or its last switch behind that, where its memory is torn
 * down, or the end of the recording.
 * Switch records, or samples of sched_switch where there are none and these are of each switch, cut
 * its life into intervals on a processor and off it. The first of these says what came before it:
 * what leaves has run, what comes or never does has waited. A new thread is ready until it
 * comes. A recording of whole processors names threads that are none of its concern, so one that
 * was there and is never switched nor sampled is left out of it.
 *
 * Samples of one event, the clock or cycles, share the interval on a processor in which they were
 * taken in equal parts. An interval without any goes to the last stack of its thread, or to
 * [running] where there is none or no event samples what runs. Time off a processor goes to
 * [ready] if the thread was preempted, else to [waiting], called by the stack with which it
 * left, which is that of its last sample unless a sample was taken as it left. Where sleep was
 * sampled, a sample taken as the thread comes back, or while it waits, tells where it slept;
 * between these, the last of them is the best guess for what waited. Where sched_waking is
 * recorded, a wait ends with the first of it, whose thread and stack are those of its waker; from
 * there on to a processor the thread is ready. So the parts of a thread add up to its life, to the
 * nanosecond.
 *
 * Latency: only time on processors counts, divided by the number of threads of the same process
 * that were on processors when the sample was taken (without samples: when the interval began). A
 * thread that was there before the recording counts from its first record on. */
#ifndef INPUT_PERF_DATA_TIME_WALL_H
#define INPUT_PERF_DATA_TIME_WALL_H

#include "input/common/builder.h"
#include "input/perf_data/sample_labels.h"

enum wall_state {
    WALL_UNSEEN,
    WALL_THERE, /* what it does is not known until it is switched, or sampled */
    WALL_RUNS,
    WALL_AWAY,
    WALL_GONE,
};

struct wall_thread {
    enum wall_state state;
    enum thread_state why; /* while away */
    uint32_t pid;          /* 0: not known */
    uint32_t process;      /* its row, while it runs */
    uint32_t beside;       /* threads of its process that ran when it came, with itself */
    bool is_ending;        /* its EXIT was read; it goes on until its last switch */
    bool is_sampled;       /* it has a stack */
    bool is_left;          /* which was taken when it left, since it came */
    bool is_slept;         /* where it slept the last time that this was sampled is known */
    bool is_counted;       /* as a guess, or unknown, while away */
    stack_id stack, slept;
    uint64_t since_ns;
    uint64_t woken_ns; /* while it waits: when it was woken; 0: it was not */
    struct waker waker;
    uint32_t first, last, n_samples;      /* of the interval, in the list */
    uint64_t ran_ns, waited_ns, ready_ns; /* of all lives with this number */
};

/* A sample whose interval has not ended. */
struct wall_sample {
    stack_id stack;
    labels_id labels;
    uint32_t beside; /* threads of its process that ran, with its own */
    uint32_t next;   /* of the same thread, or unused; 0: none */
};

/* Owns its arrays; borrows the rest. */
struct wall {
    struct recording *rec;
    struct processes *processes;
    struct builder *builder;
    struct sample_labels *labels;
    bool is_latency;
    bool has_records;               /* of switches, though there may have been none */
    struct off_cpu_waits switches;  /* by these where they are recorded, else by the tracepoint */
    const struct event *tracepoint; /* sched_switch; NULL: not recorded */
    bool is_wide;                   /* it is of processors, not of threads */
    const struct event *event;      /* whose samples say where threads run; NULL: none does */
    const struct event *sleep;      /* of flame record, sampled as threads come; NULL: not */
    const struct event *waking;     /* sched_waking; NULL: not recorded */
    size_t waking_pid_at;           /* in its samples */
    uint64_t begin_ns, end_ns;      /* of the recording */
    struct wall_thread *threads;    /* by row of the processes */
    size_t threads_room, n_threads;
    uint32_t *running; /* threads, by row of their process */
    size_t running_room;
    struct wall_sample *samples; /* the first is not used */
    size_t samples_room;
    uint32_t n_samples, unused;
    frame_id frames[STATES];                /* [waiting] and the like; 0: not made */
    uint64_t n_switches, n_unseen;          /* and how often one was not recorded */
    uint64_t n_left_out;                    /* threads */
    uint64_t n_waits, n_guessed, n_unknown; /* by the reliability of their stacks */
    uint64_t guessed_wait_ns, wait_ns;      /* with the stack of a sample before, and in all */
    uint64_t guessed_ns, ran_ns; /* on processors, in intervals without samples, and in all */
};

/* read: READ_WALL or READ_LATENCY. */
void wall_init(struct wall *w, struct recording *rec, enum ask_read read,
               struct processes *processes, struct builder *builder, struct sample_labels *labels);
void wall_free(struct wall *w);

/* Whether samples of an event say where threads run, or leave. */
bool wall_wants(const struct wall *w, const struct event *event);

/* Take a sample, and a record that is no sample; times grow. False with a fault of the builder. */
MUST_CHECK bool wall_take_sample(struct wall *w, const struct event *event,
                                 const struct sample_fields *s, stack_id stack, uint64_t time_ns);
MUST_CHECK bool wall_take_record(struct wall *w, const struct record *record, uint64_t time_ns);

/* Ends all lives. False with a fault. */
MUST_CHECK bool wall_end(struct wall *w);

#endif
