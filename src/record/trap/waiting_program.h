/* The program with which the kernel looks at threads, each time it is run, and what it hands out.
 *
 * A thread that has not run since an earlier look, and was asleep or without a processor then as it
 * is now, has waited since then at least. So nothing is done when threads change places, and it
 * costs them nothing to be watched. What waited longer than a limit is handed out, once. */
#ifndef RECORD_TRAP_WAITING_PROGRAM_H
#define RECORD_TRAP_WAITING_PROGRAM_H

#include "record/sleep/bpf.h"
#include "record/sleep/kernel_types.h"
#include "record/sleep/task_registers.h"

/* That are kept at a time; those looked at longest ago make room. */
enum { WAITING_THREADS = 65536 };

enum waiting_kind {
    WAITING_NOT,       /* it runs, or is stopped */
    WAITING_ASLEEP,    /* for what its stack tells */
    WAITING_PROCESSOR, /* it could run */
};

/* What is kept of a thread. */
struct waiting_thread {
    uint64_t since_ns; /* of CLOCK_MONOTONIC: the first look at which it was so */
    uint64_t ran_ns;   /* on processors, in its life */
    uint64_t kind;
    uint64_t told; /* not 0: it was handed out */
};

/* What is handed out. */
struct waiting_row {
    uint64_t since_ns, now_ns;
    uint32_t pid, tid;
    uint32_t kind;
    int32_t callers_bytes; /* below 1: none */
    uint64_t registers[TASK_REGISTERS];
    uint64_t callers[TASK_CALLERS];
};

struct waiting_maps {
    int threads; /* by number of the thread: struct waiting_thread */
    int row;     /* room for one */
};

/* Where members lie. */
struct waiting_types {
    uint32_t iter_task;                      /* a function */
    int16_t pid, tgid, state, flags, on_cpu; /* in struct task_struct */
    int16_t runtime;
};

MUST_CHECK bool waiting_types_find(struct waiting_types *to, const struct kernel_types *types);

/* Writes the program: what waits for limit_us and longer is handed out. */
void waiting_code(struct bpf_code *c, const struct waiting_types *types,
                  const struct waiting_maps *maps, uint32_t limit_us);

#endif
