/* Samples of where threads wait, for who may load no program into the kernel: threads that wait are
 * looked at from outside, many times a second. A sample is taken within the wait that it is about;
 * how long that is, records of switches tell. */
#ifndef RECORD_SLEEP_POLLED_WAITS_H
#define RECORD_SLEEP_POLLED_WAITS_H

#include <linux/perf_event.h>

#include "record/ring.h"
#include "record/sleep/asleep.h"

/* Owns its descriptor and buffers. A zeroed struct may be closed. */
struct polled_waits {
    bool is_open;
    int fd; /* of a counter that counts nothing, and lends its identifier */
    uint64_t id;
    struct perf_event_attr attr;
    struct recorded_event event; /* for the file; borrows attr and id */
    struct asleep asleep;
    unsigned char *stack;
    uint32_t stack_bytes; /* that are taken at most */
    struct buf record;    /* scratch */
    uint64_t next_ns;     /* when to look again */
    uint64_t cpu_ns;      /* of this process, when it had looked the last time; 0: never yet */
    uint64_t n_found;
};

/* False when samples of waits cannot be had. stack_bytes: a multiple of 8, at most OFF_CPU_STACK.
 */
MUST_CHECK bool polled_waits_open(struct polled_waits *l, uint32_t stack_bytes);

/* How long to sleep until it is time to look; at most `most_ms`. */
int polled_waits_step_ms(const struct polled_waits *l, uint64_t now_ns, int most_ms);

/* Looks at the threads that wait, if it is time to, at a hundredth of a processor; writes and
 * counts what is found. */
MUST_CHECK bool polled_waits_take(struct polled_waits *l, uint64_t now_ns,
                                  const struct ring_use *use, struct fault *f);

void polled_waits_close(struct polled_waits *l);

#endif
