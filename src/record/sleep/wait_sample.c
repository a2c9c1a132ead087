/* {header, identifier, ip, {pid, tid}, time, processor, period, chain {kernel}, registers, stack}
 */
#include "record/sleep/wait_sample.h"

#include "base/native.h"

/* The kernel's callers, without zeros. */
static size_t count_callers(const struct wait_sample *s)
{
    size_t n = 0;

    while (n < TASK_CALLERS && (int32_t)(8 * n) < s->callers_bytes && s->callers[n])
        n++;
    return n;
}

static void add_chain(struct buf *to, const struct wait_sample *s, size_t n)
{
    native_u64(to, n ? n + 1 : 0);
    if (n)
        native_u64(to, PERF_CONTEXT_KERNEL);
    for (size_t i = 0; i < n; i++)
        native_u64(to, s->callers[i]);
}

/* Registers and stack: {abi, registers}, {n, stack, n}, where there are any. */
static void add_stack(struct buf *to, const struct wait_sample *s)
{
    const size_t n = s->stack.n & ~(size_t)7;

    native_u64(to, n ? PERF_SAMPLE_REGS_ABI_64 : PERF_SAMPLE_REGS_ABI_NONE);
    if (n)
        task_registers_add(to, s->registers);
    native_u64(to, n);
    buf_add(to, (struct str){s->stack.p, n});
    if (n)
        native_u64(to, n);
}

void wait_sample_add(struct buf *to, const struct wait_sample *s)
{
    struct perf_event_header header = {.type = PERF_RECORD_SAMPLE};
    const size_t n = count_callers(s);
    const size_t from = to->n;

    header.misc = n ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
    buf_add(to, (struct str){(const char *)&header, sizeof header});
    native_u64(to, s->id);
    native_u64(to, n ? s->callers[0] : s->registers[TASK_INSTRUCTION_POINTER]);
    native_u32(to, s->pid);
    native_u32(to, s->tid);
    native_u64(to, s->time_ns);
    native_u64(to, s->processor);
    native_u64(to, s->period);
    add_chain(to, s, n);
    add_stack(to, s);
    header.size = (uint16_t)(to->n - from);
    memcpy(to->p + from, &header, sizeof header);
}
