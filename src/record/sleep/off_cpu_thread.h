/* What the programs that the kernel runs when threads change places keep of each thread. */
#ifndef RECORD_SLEEP_OFF_CPU_THREAD_H
#define RECORD_SLEEP_OFF_CPU_THREAD_H

#include <stddef.h>
#include <stdint.h>

#include "record/sleep/task_registers.h"

enum {
    OFF_CPU_PAGE = 4096,     /* memory of a stack is there to the end of such a page */
    OFF_CPU_FIRST = 768,     /* bytes of a stack that are kept of each sleep */
    OFF_CPU_STACK = 60000,   /* the most, as the size of a record has 16 bits */
    OFF_CPU_THREADS = 16384, /* that are kept at a time */
};

/* What is kept of a thread, and handed out up to the end of its stack, which may be longer then. */
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
    uint64_t awaited;                /* not 0: it is to be sampled once it starts a program */
    uint32_t pages;                  /* below this, those of its stack may be kept */
    uint32_t is_counted;             /* not 0: among those for whose stack there was no room */
    uint64_t absent_from, absent_to; /* no memory was there, when its stack was read whole */
    uint32_t looks, pad;             /* how often its stack was read only up to there */
    uint64_t registers[TASK_REGISTERS];
    uint64_t callers[TASK_CALLERS];
    unsigned char stack[OFF_CPU_FIRST];
};

/* A page of a stack, of which the first lacks what lies before the stack pointer. */
struct off_cpu_page_key {
    uint32_t tid, i;
};

struct off_cpu_maps {
    int threads; /* by number of the thread: struct off_cpu_thread */
    int empty;   /* one of these, zeroed; and one whose told_ns counts those with no room, and whose
                    slept_ns those whose stacks are cut for that */
    int output;  /* by processor: the counter that hands out */
    int pages;   /* by struct off_cpu_page_key: what is kept of stacks */
    int scratch; /* by processor, and one more: memory to put together what is handed out */
    uint32_t n_scratch;
    uint32_t stack_bytes; /* that are kept of each; a multiple of 8 */
};

#endif
