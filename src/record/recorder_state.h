/* What a recorder holds while it records; of the files that are its parts alone. */
#ifndef RECORD_RECORDER_STATE_H
#define RECORD_RECORDER_STATE_H

#include <poll.h>

#include "record/command.h"
#include "record/counters.h"
#include "record/outcome.h"
#include "record/sleep/thread_filter.h"
#include "record/sleep/waits.h"
#include "record/stop_signals.h"
#include "record/targets/targets.h"
#include "record/trap/lead.h"

/* Owns all but the order. */
struct recorder {
    const struct record_order *order;
    struct counting counting;
    struct command command;
    struct counters counters;
    struct recording_file file;
    struct ring_counts counts;
    struct code_names names;
    struct buf containers;        /* what their ids are called, if groups are told */
    struct task_filter filter;    /* used where counters.filtered */
    struct thread_filter program; /* the same, where counters.by_program */
    struct not_sampled not_sampled;
    struct waits waits;
    struct targets targets;
    struct pollfd *polled; /* the signals, then a ring each, of counters and of sleep */
    size_t n_polled;
    struct stop_signals signals;
    uint64_t begun_ns;
    struct stack_verdict judged; /* n 0: not yet */
    uint64_t copies_a_second;    /* bytes, if too many; 0: not */
    bool seen, decided;
    bool stopped;                 /* by a signal */
    struct recording_place place; /* of the recording */
    bool is_waiting;              /* for the watch: what comes is kept in memory */
    struct lead lead;
    uint64_t lead_ns; /* so long before it sprang the recording begins */
    enum watch_state watched;
    bool ending;       /* counters have stopped */
    uint64_t full_ns;  /* so long after it began the disk was full; 0: it was not */
    bool given_up;     /* a signal came when the recording had ended */
    uint32_t maps_cut; /* processes whose maps were not all told */
};

#endif
