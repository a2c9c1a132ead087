/* The programs that the kernel runs when threads change places, and what they keep of each thread.
 *
 * When a thread goes to sleep, its registers and the upper end of its stack are kept; when it is
 * back, how long it slept is added to what it slept before. Once that is a period or more, what was
 * kept is handed out, and stands for whole periods; the rest is left for the next time. So a long
 * sleep is told with its own stack, and of many short ones each has its chance. Threads begin with
 * a random part of a period, so that sums are right on average. Where the kernel does not show that
 * a thread is back, its sleep ends once it leaves, or the recording ends, less what it ran since.
 */
#ifndef RECORD_SLEEP_OFF_CPU_PROGRAM_H
#define RECORD_SLEEP_OFF_CPU_PROGRAM_H

#include <stdint.h>

#include "record/sleep/bpf.h"
#include "record/sleep/kernel_types.h"
#include "record/sleep/off_cpu_thread.h"

/* Where members lie. */
struct off_cpu_types {
    uint32_t sched_switch, sched_process_fork, task_rename; /* of tracepoints */
    uint32_t iter_task;                       /* a function; 0: not known, and not needed */
    int16_t pid, tgid, state, flags, runtime; /* in struct task_struct */
};

MUST_CHECK bool off_cpu_types_find(struct off_cpu_types *to, const struct kernel_types *types);

/* Write the programs. all: of every thread; else of those that are in the map, and, by the one for
 * forks, of what these start. */
void off_cpu_switch_code(struct bpf_code *c, const struct off_cpu_types *types,
                         const struct off_cpu_maps *maps, bool all, uint32_t period_ns);
void off_cpu_fork_code(struct bpf_code *c, const struct off_cpu_types *types,
                       const struct off_cpu_maps *maps);
void off_cpu_rename_code(struct bpf_code *c, const struct off_cpu_types *types,
                         const struct off_cpu_maps *maps);

/* The one that runs for each task once: what sleeps already sleeps from now on. */
void off_cpu_asleep_code(struct bpf_code *c, const struct off_cpu_types *types,
                         const struct off_cpu_maps *maps, bool all, uint32_t period_ns);

#endif
