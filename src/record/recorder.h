/* Records: opens counters, starts the command or joins what runs, and writes what the kernel
 * tells until the end. */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include "record/order.h"
#include "record/waits.h"

enum { COSTS_MOST = 16 };

/* What a command took from its start to its end. */
struct command_cost {
    bool ended;     /* or else all is 0 but the events */
    bool by_signal; /* it was ended */
    uint64_t wall_ns;
    uint64_t cpu_ns;             /* on processors, with all its children that it waited for */
    uint64_t events[COSTS_MOST]; /* how many there were of each event that was recorded */
    size_t n_events;             /* 0: not known, as those of others were counted as well */
};

struct record_outcome {
    struct ring_counts counts;
    struct taken_counts taken;
    uint64_t ns, bytes; /* how long it recorded; the size of the file */
    bool replaced;      /* cpu-clock was counted, as there are no cycles */
    bool user_only;     /* without the kernel, which this user may not see */
    bool no_physical;   /* nor where data lies in memory */
    bool no_switches;   /* nor when threads left processors, and returned */
    uint64_t untold;    /* bits of sample_type that this kernel does not know */
    bool filtered;      /* the whole system was counted, and others left out */
    struct waits_outcome waits;
    struct counters_needed needed;
    bool running;                /* the command goes on */
    bool stopped;                /* by a signal */
    enum watch_state watched;    /* with a watch; not WATCH_SPRUNG: nothing was recorded */
    uint64_t lead_ns;            /* so long before it sprang the recording begins */
    bool lead_short;             /* memory did not suffice for more of it */
    enum call_chain chain;       /* that was taken, in the end */
    uint32_t stack_bytes;        /* the same, for CHAIN_DWARF and CHAIN_AUTO: nothing was decided */
    struct stack_verdict judged; /* why; n 0: there was nothing to decide */
    uint64_t copies_a_second;    /* bytes, where copies of stacks were too many; 0: they were not */
    bool unwound;                /* copies of stacks were replaced by chains */
    struct fault copies_stay;    /* why copies were not; FAULT_NONE: they were, or none are there */
    int status;                  /* of the command, as a shell has it; 0 without one */
    struct command_cost cost;    /* of the command */
    char event[EVENT_NAME_ROOM]; /* the first one */
};

/* Records into a file. On failure there is no file, but for what was recorded before its disk was
 * full; outcome->status is 126 or 127 if the command could not be started. */
MUST_CHECK bool record(const struct record_order *order, struct record_outcome *outcome,
                       struct fault *f);

/* Whether it could be recorded, by what there is and what the user may do. Starts no command. */
MUST_CHECK bool record_check(const struct record_order *order, struct fault *f);

#endif
