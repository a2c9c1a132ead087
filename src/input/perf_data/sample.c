/* {identifier, ip, pid, tid, time, addr, id, stream, cpu, period, read, chain, raw, branches,
 * registers, stack, weight, data_src, transaction, registers in the kernel, phys_addr, cgroup,
 * data_page_size, code_page_size}, each if its bit is set in sample_type
 * Reads the fields of a sample. */
#include "input/perf_data/sample.h"

static bool take_list(struct bytes *b, uint64_t n, size_t size, struct bytes *list)
{
    if (n > b->n / size)
        return false;
    *list = (struct bytes){b->p, (size_t)n * size, b->big};
    return bytes_skip(b, n * size);
}

static bool read_fixed(struct sample_fields *s, uint64_t type, struct bytes *b)
{
    uint32_t unused;
    uint64_t skipped;

    if (type & SAMPLE_IDENTIFIER && !bytes_u64(b, &s->id))
        return false;
    if (type & SAMPLE_IP && !bytes_u64(b, &s->ip))
        return false;
    if (type & SAMPLE_TID && (!bytes_u32(b, &s->pid) || !bytes_u32(b, &s->tid)))
        return false;
    if (type & SAMPLE_TIME && !bytes_u64(b, &s->time_ns))
        return false;
    if (type & SAMPLE_ADDR && !bytes_u64(b, &s->addr))
        return false;
    if (type & SAMPLE_ID && !bytes_u64(b, &s->id))
        return false;
    if (type & SAMPLE_STREAM_ID && !bytes_u64(b, &skipped))
        return false;
    s->has_cpu = (type & SAMPLE_CPU) != 0;
    if (s->has_cpu && (!bytes_u32(b, &s->cpu) || !bytes_u32(b, &unused)))
        return false;
    return !(type & SAMPLE_PERIOD) || bytes_u64(b, &s->period);
}

/* {value, enabled, running, id, lost} of one counter; {n, enabled, running, {value, id, lost}...}
 * of a group. */
static bool read_counters(struct sample_fields *s, const struct event *e, struct bytes *b)
{
    const uint64_t format = e->read_format;
    size_t of_each = 1u + !!(format & READ_ID) + !!(format & READ_LOST);
    size_t of_all = 0u + !!(format & READ_TIME_ENABLED) + !!(format & READ_TIME_RUNNING);
    struct bytes from = *b;
    uint64_t n = 0;

    if (!(format & READ_GROUP))
        return take_list(b, of_each + of_all, 8, &s->read);
    if (!bytes_u64(b, &n) || n > b->n / (8 * of_each) || !bytes_skip(b, 8 * of_all) ||
        !bytes_skip(b, n * 8 * of_each))
        return false;
    s->read = (struct bytes){from.p, from.n - b->n, from.big};
    return true;
}

static bool read_branches(struct sample_fields *s, const struct event *e, struct bytes *b)
{
    enum { BRANCH_SIZE = 24 };
    uint64_t n;

    if (!bytes_u64(b, &n) || (e->branch_type & BRANCH_HW_INDEX && !bytes_skip(b, 8)))
        return false;
    return take_list(b, n, BRANCH_SIZE, &s->branches) &&
           (!(e->branch_type & BRANCH_COUNTERS) || bytes_skip(b, n * 8));
}

/* Registers, of which a mask has a bit each. */
static bool read_registers(uint64_t mask, uint64_t *abi, struct bytes *registers, struct bytes *b)
{
    uint64_t n = 0;

    if (!bytes_u64(b, abi))
        return false;
    for (uint64_t left = mask; left; left &= left - 1)
        n++;
    return !*abi || take_list(b, n, 8, registers);
}

/* After the copy, the kernel says how much of it is valid. */
static bool read_stack(struct sample_fields *s, struct bytes *b)
{
    uint64_t n, used;

    if (!bytes_u64(b, &n))
        return false;
    if (n == 0)
        return true;
    if (!take_list(b, n, 1, &s->stack) || !bytes_u64(b, &used))
        return false;
    s->stack_ended = used < s->stack.n;
    if (used < s->stack.n)
        s->stack.n = (size_t)used;
    return true;
}

/* What is known of the memory that was accessed. */
static bool read_last(struct sample_fields *s, const struct event *e, struct bytes *b)
{
    const uint64_t type = e->sample_type;
    uint64_t abi, skipped;
    struct bytes registers;

    if (type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT) && !bytes_u64(b, &s->weight))
        return false;
    if (type & SAMPLE_WEIGHT_STRUCT)
        s->weight &= UINT32_MAX;
    if (type & SAMPLE_DATA_SRC && !bytes_u64(b, &s->data_source))
        return false;
    if (type & SAMPLE_TRANSACTION && !bytes_u64(b, &skipped))
        return false;
    if (type & SAMPLE_REGS_INTR && !read_registers(e->regs_intr, &abi, &registers, b))
        return false;
    if (type & SAMPLE_PHYS_ADDR && !bytes_u64(b, &s->phys_addr))
        return false;
    if (type & SAMPLE_CGROUP && !bytes_u64(b, &s->cgroup))
        return false;
    if (type & SAMPLE_DATA_PAGE_SIZE && !bytes_u64(b, &s->data_page))
        return false;
    return !(type & SAMPLE_CODE_PAGE_SIZE) || bytes_u64(b, &s->code_page);
}

/* {u32 pid, u32 tid, u64 ns, u64 n, u64 chain[n], u64 cgroup} of offcpu-time */
static bool read_wait(struct sample_fields *s)
{
    struct bytes b = s->raw;
    uint64_t n;

    if (!bytes_u32(&b, &s->pid) || !bytes_u32(&b, &s->tid) || !bytes_u64(&b, &s->period) ||
        !bytes_u64(&b, &n) || !take_list(&b, n, 8, &s->chain))
        return false;
    s->ip = n > 1 ? u64_at(s->chain.p + 8, s->chain.big) : 0; /* a context marker precedes it */
    return true;
}

bool sample_read(struct sample_fields *s, const struct event *e, struct bytes body)
{
    const uint64_t type = e->sample_type;
    struct bytes *b = &body;
    uint64_t n;
    uint32_t n32;

    *s = (struct sample_fields){.period = e->period};
    if (!read_fixed(s, type, b))
        return false;
    if (type & SAMPLE_READ && !read_counters(s, e, b))
        return false;
    if (type & SAMPLE_CALLCHAIN && (!bytes_u64(b, &n) || !take_list(b, n, 8, &s->chain)))
        return false;
    if (type & SAMPLE_RAW && (!bytes_u32(b, &n32) || !take_list(b, n32, 1, &s->raw)))
        return false;
    if (e->in_raw)
        return read_wait(s);
    if (type & SAMPLE_BRANCH_STACK && !read_branches(s, e, b))
        return false;
    s->copies = *b;
    if ((type & SAMPLE_REGS_USER && !read_registers(e->regs_user, &s->abi, &s->registers, b)) ||
        (type & SAMPLE_STACK_USER && !read_stack(s, b)))
        return false;
    s->copies.n -= b->n;
    return !(type & SAMPLE_LAST) || read_last(s, e, b);
}

/* {pid, tid, time, id, stream, cpu, identifier} at the end of the body */
bool sample_read_trailer(struct sample_fields *s, const struct event *e, struct bytes body)
{
    const unsigned char *end = body.p + body.n;

    *s = (struct sample_fields){.has_cpu = e->trailer_cpu >= 0};
    if (e->trailer_tid < 0 || (size_t)e->trailer_tid > body.n)
        return false; /* the other fields follow */
    s->pid = u32_at(end - e->trailer_tid, body.big);
    s->tid = u32_at(end - e->trailer_tid + 4, body.big);
    s->time_ns = e->trailer_time < 0 ? 0 : u64_at(end - e->trailer_time, body.big);
    s->cpu = s->has_cpu ? u32_at(end - e->trailer_cpu, body.big) : 0;
    return true;
}
