/* arch/x86/include/uapi/asm/perf_regs.h and ptrace.h of Linux; arm64's. */
#include "record/sleep/task_registers.h"

#include "base/native.h"

/* For each bit of the mask, from the lowest: its place in struct pt_regs. */
#if defined __x86_64__
static const unsigned char places[] = {10, 5,  11, 12, 13, 14, 4, 19, 16, 18,
                                       17, 20, 9,  8,  7,  6,  3, 2,  1,  0};
#elif defined __aarch64__
static const unsigned char places[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                       11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                       22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
#else
static const unsigned char places[] = {0};
#endif

void task_registers_add(struct buf *to, const uint64_t registers[TASK_REGISTERS])
{
    for (size_t i = 0; i < sizeof places; i++)
        native_u64(to, registers[places[i]]);
}
