/* Time on processors that no sample stands for. Where each thread has counters of its own, they
 * begin anew in each that is started, so those that run for less than a period have no samples. */
#ifndef RECORD_NOT_SAMPLED_H
#define RECORD_NOT_SAMPLED_H

#include "record/command.h"
#include "record/counters.h"
#include "record/order.h"

/* What was used of processors, in programs and in the kernel. */
struct used_time {
    uint64_t user_ns, kernel_ns;               /* by what is recorded, and nothing else */
    uint64_t beside_user_ns, beside_kernel_ns; /* what may be partly of others */
};

/* Zeroed: not known. */
struct not_sampled {
    bool is_known;           /* that samples are of one clock, for all that counters count */
    bool is_part;            /* they count on some of the processors */
    struct used_time before; /* the counters began */
    uint64_t used_ns;        /* since then, of what is sampled */
    uint64_t ns;             /* of this, in no sample; 0: no more than chance explains */
};

/* Before counters count: notes what those of an order used until now, and a command that runs. */
void not_sampled_begin(struct not_sampled *s, const struct record_order *order,
                       const struct command *command, const struct counting *how,
                       const struct counters *c);

/* Finds how much is in none of n samples, once counters have stopped, and appends one for that: of
 * code without a name, in what is called "not sampled". Counters know it of all that they count,
 * threads and children that were started meanwhile as well. */
void not_sampled_end(struct not_sampled *s, const struct record_order *order,
                     const struct command *command, const struct counters *c, uint64_t n,
                     struct buf *records);

/* How much time an event is about, of what counters counted: where it leaves programs or the kernel
 * out, in the proportion that the kernel told before and after. Not less than it told, as counters
 * pause where the kernel counts on. 0: it told of less than half of the time, as of children that
 * nobody has waited for. */
uint64_t not_sampled_share(uint64_t ns, const struct used_time *before,
                           const struct used_time *after, const struct perf_event_attr *event);

/* How much of the time that was used is in none of n samples, so many a second, of a clock. 0: not
 * more than chance explains. */
uint64_t not_sampled_ns(uint64_t used_ns, uint64_t frequency, uint64_t n);

#endif
