/* Watches what a trap is about, until it springs. */
#ifndef RECORD_TRAP_WATCH_H
#define RECORD_TRAP_WATCH_H

#include "record/command.h"
#include "record/trap/polled_command.h"
#include "record/trap/stall.h"

/* What springs a trap: all of it at once. Borrows everything. */
struct watch_order {
    const struct condition *conditions;
    size_t n_conditions;
    const char *file;      /* that appears; NULL: none */
    const char *command;   /* for the shell; NULL: none */
    const struct user *as; /* whom the shell runs as; NULL: us */
    uint64_t lasting_ns;
    uint64_t at_most_ns; /* then it gives up; 0: never */
    struct gauge_recorded recorded;
    const struct stall_reader *stacks; /* tells what threads wait for */
    const char *root;                  /* "", or where /proc and /sys are looked for */
};

struct watch_reading {
    uint64_t value;
    enum truth truth;
    bool known; /* it was read once */
};

enum watch_state {
    WATCH_ON,
    WATCH_SPRUNG,
    WATCH_ENDED,   /* what is watched, or the command, is no more */
    WATCH_STOPPED, /* by a signal */
    WATCH_GAVE_UP,
};

/* Owns its parts. */
struct watch {
    const struct watch_order *order;
    struct gauge *gauges;           /* by condition, but for those about stalls */
    struct stall *stalls;           /* by condition; of those about stalls */
    struct watch_reading *readings; /* of each condition, then of the file and of the command */
    struct family recorded;         /* the processes that are to be recorded */
    struct polled_command command;
    struct trap trap;
    uint64_t begun_ns, next_ns;
    uint64_t next_all_ns; /* when to look at more than stalls */
    uint64_t now_ns;      /* of the last look */
    uint64_t file_mark;   /* of the file that made it spring; 0: none did */
    uint64_t file_found;  /* the same, of the file that is there */
    size_t gone; /* which condition is about what is no more; as many as there are: none is */
};

MUST_CHECK bool watch_open(struct watch *w, const struct watch_order *order, struct fault *f);

/* Looks if it is time to. Looking takes at most a thousandth of the time: where a look is long, the
 * next is later than a quarter of a second. Stalls are looked for more often, for a fiftieth of the
 * time at most. */
MUST_CHECK enum watch_state watch_look(struct watch *w, uint64_t now_ns, struct fault *f);

/* While stalls are looked for, this process runs before others, if it may: where processors are
 * scarce it would else stall as well. What it starts does not. on: from now on; else no more. */
void watch_set_priority(const struct watch *w, bool on);

/* Sleeps and looks until something comes of it; also SIGINT, SIGTERM and the end of the command,
 * which may be NULL, end it. */
MUST_CHECK enum watch_state watch_wait(struct watch *w, struct command *command, struct fault *f);

/* Arms it once more; it will not spring before a time. */
void watch_rearm(struct watch *w, uint64_t not_before_ns);

/* For how long, before what made it spring was found, it may already have been so. */
uint64_t watch_window_ns(const struct watch *w);

/* Append what was found last, as "cpu(4711) was 12 % for 2.0 s (wanted < 20 %)"; with `ended`, what
 * is no more instead. */
void watch_add_found(const struct watch *w, struct buf *to);
void watch_add_gone(const struct watch *w, struct buf *to);

void watch_close(struct watch *w);

#endif
