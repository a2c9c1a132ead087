/* The programs that the kernel runs when threads change places, and what they keep of each thread.
 *
 * When a thread goes to sleep, its registers and the upper end of its stack are kept; when it is
 * back, how long it slept is added to what it slept before. Once that is a period or more, what was
 * kept is handed out, and stands for whole periods; the rest is left for the next time. So a long
 * sleep is told with its own stack, and of many short ones each has its chance. Threads begin with
 * a random part of a period, so that sums are right on average. Where the kernel does not show that
 * a thread is back, its sleep ends once it leaves, or the recording ends, less what it ran since.
 */
#ifndef RECORD_OFF_CPU_PROGRAM_H
#define RECORD_OFF_CPU_PROGRAM_H

#include <stdint.h>

#include "record/bpf.h"
#include "record/kernel_types.h"

enum {
    OFF_CPU_CALLERS = 64,     /* in the kernel */
    OFF_CPU_PAGE = 4096,      /* memory of a stack is there to the end of such a page */
    OFF_CPU_STACK = 2 * 4096, /* bytes */
    OFF_CPU_THREADS = 16384,  /* that are kept at a time */
#if defined __x86_64__
    OFF_CPU_REGISTERS = 21, /* of struct pt_regs */
#else
    OFF_CPU_REGISTERS = 34, /* of arm64's, which struct user_pt_regs begins */
#endif
};

/* What is kept of a thread, and handed out up to the end of its stack. */
struct off_cpu_thread {
    uint64_t since_ns;  /* of CLOCK_MONOTONIC; 0: it does not sleep */
    uint64_t slept_ns;  /* that is not told yet */
    uint64_t told_ns;   /* for how long this stands */
    uint64_t looked_ns; /* when it went to sleep the last time */
    uint64_t budget_ns; /* see off_cpu_program.c */
    uint64_t ran_ns;    /* on processors, until it went to sleep */
    uint32_t pid, tid;
    int32_t callers_bytes; /* below 1: none */
    uint32_t stack_bytes;
    uint64_t awaited; /* not 0: it is to be sampled once it starts a program */
    uint64_t registers[OFF_CPU_REGISTERS];
    uint64_t callers[OFF_CPU_CALLERS];
    unsigned char stack[OFF_CPU_STACK];
};

struct off_cpu_maps {
    int threads; /* by number of the thread: struct off_cpu_thread */
    int empty;   /* one of these, zeroed; and one whose told_ns counts those with no room */
    int output;  /* by processor: the counter that hands out */
};

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

/* The one for counters of processors: drops samples of threads that are not in the map, or
 * awaited. */
void off_cpu_filter_code(struct bpf_code *c, const struct off_cpu_maps *maps);

#endif
