/* A sample of where a thread sleeps, as the kernel writes samples with copies of stacks. */
#ifndef RECORD_SLEEP_WAIT_SAMPLE_H
#define RECORD_SLEEP_WAIT_SAMPLE_H

#include "record/sample_fields.h"
#include "record/sleep/task_registers.h"

/* What it holds, of registers those of TASK_REGISTERS_MASK. */
#define WAIT_SAMPLE_FIELDS                                                                         \
    (SAMPLE_FIELDS | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER)

/* Borrows its parts. */
struct wait_sample {
    uint64_t id, time_ns, processor, period;
    uint32_t pid, tid;
    const uint64_t *callers; /* TASK_CALLERS in the kernel, zeros behind the last */
    int32_t callers_bytes;   /* how much of them was written; below 1: none */
    const uint64_t *registers;
    struct str stack; /* its last bytes are left out if they make no word; "": not known */
};

/* Appends the record, of at most 65,535 bytes: {header, identifier, ip, {pid, tid}, time,
 * processor, period, chain {kernel}, registers, stack}. */
void wait_sample_add(struct buf *to, const struct wait_sample *s);

#endif
