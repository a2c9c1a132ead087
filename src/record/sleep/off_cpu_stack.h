/* The part of the programs that keeps stacks: the first bytes beside their thread, the rest in
 * pages that are shared by all threads, as few need many. Memory that was never touched is not
 * there: it is zero where some that is there lies behind it. */
#ifndef RECORD_SLEEP_OFF_CPU_STACK_H
#define RECORD_SLEEP_OFF_CPU_STACK_H

#include "record/sleep/bpf.h"
#include "record/sleep/off_cpu_thread.h"

#define OFF_CPU_AT(member) ((int16_t)offsetof(struct off_cpu_thread, member))

/* Places in the frame of a program. */
enum { KEY = -4, FIRST = -8, SPACE = -16, NOW = -24, PAGE = -32, SCRATCH = -40, END = -48 };

/* What it takes of a thread's budget to find its callers in the kernel. */
enum { OFF_CPU_LOOK_NS = 250000 };

/* In how many pages so many bytes of a stack may lie. */
uint32_t off_cpu_pages(uint32_t stack_bytes);

/* Keeps the registers of the task in R7. R9: its entry. R7 = its stack pointer then. */
void off_cpu_keep_registers(struct bpf_code *c);

/* Keeps the first bytes of the stack that begins at R7. R7 = 0 if they cannot be read. other: it is
 * that of the task in R8, not of the current. */
void off_cpu_keep_first(struct bpf_code *c, bool other);

/* Keeps as much of the stack as is asked for, if R7 is not 0. */
void off_cpu_keep_pages(struct bpf_code *c, const struct off_cpu_maps *maps, bool other);

/* Hands out the entry in R9, with its stack. R6: the arguments. */
void off_cpu_write_row(struct bpf_code *c, const struct off_cpu_maps *maps, struct bpf_jumps *none);

/* Gives back the pages of the entry in R9. */
void off_cpu_forget_pages(struct bpf_code *c, const struct off_cpu_maps *maps);

#endif
