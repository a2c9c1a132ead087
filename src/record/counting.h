/* What to count, of whom, and how often. */
#ifndef RECORD_COUNTING_H
#define RECORD_COUNTING_H

#include "record/event.h"

/* CHAIN_AUTO: frame pointers and copies of stacks at first, then what suffices. CHAIN_LBR: the
 * last calls that the processor itself keeps (Intel's last branch records). */
enum call_chain { CHAIN_AUTO, CHAIN_NONE, CHAIN_FRAME_POINTERS, CHAIN_DWARF, CHAIN_LBR };

/* With CHAIN_AUTO each event is opened this often, and one of the sets counts. */
enum counter_set { SET_FIRST, SET_FRAME_POINTERS, SET_OTHER_STACKS, COUNTER_SETS };

/* What to count, of whom, and how often. Borrows everything. */
struct counting {
    const struct event_choices *events;
    bool may_replace;   /* cycles are the usual event: cpu-clock is taken where there are none */
    uint64_t frequency; /* of samples, a second; 0: by period */
    uint64_t period;
    enum call_chain chain;
    uint32_t stack_bytes;       /* that a sample takes along, for CHAIN_DWARF and CHAIN_AUTO */
    uint32_t other_stack_bytes; /* the same for SET_OTHER_STACKS */
    bool no_user, no_kernel;
    bool need_kernel;     /* it was asked for */
    bool data;            /* samples tell what data they are about */
    bool switches;        /* threads' leaving of processors, and return, are told */
    bool on_exec;         /* counters begin when the thread starts a program */
    bool delayed;         /* counters begin later, but what runs then is to have its names */
    const uint32_t *tids; /* none, and no groups: the whole system */
    size_t n_tids;
    const uint32_t *pids; /* processes, whose threads are among these */
    size_t n_pids;
    const int *groups; /* open folders of control groups */
    size_t n_groups;
    struct str processors; /* a list as 0-3,5; "": all */
    /* A program that drops samples of others than the threads. 0: there is none. */
    int filter;
    bool sums; /* how many events there were of the command is to be known exactly */
};

/* What it takes to count each thread alone. */
struct counters_needed {
    size_t threads, processors, counters;
    uint64_t files_most; /* that may be open */
    uint64_t files;      /* that would be open */
};

#endif
