/* What the programs that look at tasks in the kernel have in common. */
#ifndef RECORD_SLEEP_TASK_CODE_H
#define RECORD_SLEEP_TASK_CODE_H

#include "record/sleep/bpf.h"
#include "record/sleep/kernel_types.h"

/* Bits of a task's state, and the one of its flags: include/linux/sched.h. */
enum {
    TASK_ASLEEP = 0x3,
    TASK_DEAD = 0x80,
    TASK_NOT_COUNTED = 0x400,
    TASK_KERNEL_THREAD = 0x200000,
};

/* Finds where in struct task_struct it says for how long it ran, in nanoseconds:
 * se.sum_exec_runtime. */
MUST_CHECK bool task_code_find_runtime(int16_t *at, const struct kernel_types *types);

/* Keeps the registers that the task in R7 has in user space, behind R9. */
void task_code_keep_registers(struct bpf_code *c, int16_t at);

/* Keeps the kernel's callers of the task that a register has, behind R9, and how many bytes they
 * are. */
void task_code_keep_callers(struct bpf_code *c, int task, int16_t at, int16_t at_bytes);

#endif
