/* The results of a recording. */
#ifndef RECORD_OUTCOME_H
#define RECORD_OUTCOME_H

#include "record/code/code_names.h"
#include "record/command.h"
#include "record/not_sampled.h"
#include "record/order.h"
#include "record/sleep/waits.h"

struct record_outcome {
    struct ring_counts counts;
    struct taken_counts taken;
    struct not_sampled not_sampled; /* time that is in no sample */
    struct code_names *names;       /* opens what processes mapped; freed by code_names_release, by
                                     * the caller; NULL: nothing was recorded */
    uint64_t ns, bytes;             /* how long it recorded; the size of the file */
    uint64_t untold;                /* bits of sample_type that this kernel does not know */
    uint64_t full_ns;               /* so long after it began there was no room for more; 0: there
                                     * was for all */
    uint64_t left_out;              /* threads that were too many to be known */
    uint64_t lead_ns;               /* so long before it sprang the recording begins */
    uint64_t copies_a_second;       /* bytes, where copies of stacks were too many; 0: they were
                                     * not */
    struct stack_verdict judged;    /* why they were; n 0: there was nothing to decide */
    struct counters_needed needed;
    struct waits_outcome waits;
    struct command_cost cost; /* of the command */
    int file;                 /* the recording, open to read and write, which the caller closes */
    int status;               /* of the command, as a shell has it; 0 without one */
    uint32_t maps_cut;        /* processes whose maps were too many to be told all */
    enum watch_state watched; /* with a watch; not WATCH_SPRUNG: nothing was recorded */
    enum call_chain chain;    /* that was taken, in the end */
    uint32_t stack_bytes;     /* the same, for CHAIN_DWARF and CHAIN_AUTO: nothing was decided */
    struct fault copies_stay; /* why copies were not replaced; FAULT_NONE: they were, or none are
                               * there */
    bool unwound;             /* copies of stacks were replaced by chains */
    bool has_file;            /* there is one */
    bool replaced;            /* cpu-clock was counted, as there are no cycles */
    bool user_only;           /* without the kernel, which this user may not see */
    bool no_physical;         /* nor where data lies in memory */
    bool no_switches;         /* nor when threads left processors, and returned */
    bool few_files;           /* for counters of threads: processors were counted, and others left
                               * out */
    int full;                 /* errno, for full_ns */
    bool unfinished;          /* so the file is one as a recorder that was killed leaves it */
    bool running;             /* the command goes on */
    bool stopped;             /* by a signal */
    bool given_up;            /* so was what was still to be done when the recording had ended */
    bool lead_short;          /* memory did not suffice for more of the lead */
    char event[EVENT_NAME_ROOM]; /* the first one */
};

#endif
