/* What the kernel is asked for by struct perf_event_attr: what is counted, and what samples hold.
 */
#ifndef RECORD_COUNTER_ATTR_H
#define RECORD_COUNTER_ATTR_H

#include <linux/perf_event.h>

#include "record/counting.h"

/* Bits of sample_regs_user; 0: stacks cannot be unwound on this processor. */
#if defined __x86_64__
#define USER_REGISTERS UINT64_C(0xff0fff) /* all but segment registers: asm/perf_regs.h */
#elif defined __aarch64__
#define USER_REGISTERS UINT64_C(0x1ffffffff)
#else
#define USER_REGISTERS UINT64_C(0)
#endif

/* What reading a counter gives before its number: see struct count in counters.c. */
enum { COUNT_FORMAT = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING };

/* What else a counter does. */
struct counter_role {
    enum counter_set set; /* it belongs to */
    bool by_thread;       /* what the thread starts is counted as well */
    bool not_idle;        /* the idle thread is left out */
    bool tells;           /* of maps, threads and groups */
    bool switches;        /* of threads that leave processors, and return */
};

/* Whether samples take copies of stacks along, in some set. */
bool counter_takes_stacks(const struct counting *how);

/* Bytes of the memory through which the kernel hands out records, at most. */
size_t counter_ring_bytes(const struct counting *how);

/* A counter that takes samples of an event; it does not count yet. */
void counter_attr(struct perf_event_attr *a, const struct event_choice *e,
                  const struct counting *how, const struct counter_role *role);

/* One that counts nothing, and only tells. */
void counter_attr_teller(struct perf_event_attr *a, const struct counting *how, bool by_thread);

#endif
