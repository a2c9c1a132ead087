/* The registers of a task in user space, from the kernel's struct pt_regs to those of a sample. */
#ifndef RECORD_SLEEP_TASK_REGISTERS_H
#define RECORD_SLEEP_TASK_REGISTERS_H

#include "base/buf.h"

/* The mask that samples have of registers, and, in words of struct pt_regs, its size and where two
 * of them lie. */
#if defined __x86_64__
#define TASK_REGISTERS_MASK UINT64_C(0xff0fff)
enum { TASK_REGISTERS = 21, TASK_INSTRUCTION_POINTER = 16, TASK_STACK_POINTER = 19 };
#elif defined __aarch64__
#define TASK_REGISTERS_MASK UINT64_C(0x1ffffffff)
enum { TASK_REGISTERS = 34, TASK_INSTRUCTION_POINTER = 32, TASK_STACK_POINTER = 31 };
#else /* none are known */
#define TASK_REGISTERS_MASK UINT64_C(0)
enum { TASK_REGISTERS = 34, TASK_INSTRUCTION_POINTER = 0, TASK_STACK_POINTER = 0 };
#endif

/* The most callers in the kernel that are kept of a task. */
enum { TASK_CALLERS = 64 };

/* Appends those of the mask, from its lowest bit. */
void task_registers_add(struct buf *to, const uint64_t registers[TASK_REGISTERS]);

#endif
