/* Fills struct perf_event_attr: perf_event_open(2). */
#include "record/counter_attr.h"

#include "record/data_fields.h"
#include "record/sample_fields.h"

enum {
    RING_BYTES = 512 << 10,      /* what users may lock for each processor */
    RING_BYTES_STACKS = 4 << 20, /* for samples that take stacks along */
    CLOCK = 1,                   /* CLOCK_MONOTONIC, by which runtimes date their code */
};

bool counter_takes_stacks(const struct counting *how)
{
    return how->chain == CHAIN_DWARF || how->chain == CHAIN_AUTO;
}

size_t counter_ring_bytes(const struct counting *how)
{
    return counter_takes_stacks(how) ? RING_BYTES_STACKS : RING_BYTES;
}

/* Adds what samples hold of their callers. */
static void set_chain(struct perf_event_attr *a, const struct counting *how, enum counter_set set)
{
    if (how->chain == CHAIN_NONE)
        return;
    a->sample_type |= PERF_SAMPLE_CALLCHAIN;
    if (how->chain == CHAIN_LBR) {
        a->sample_type |= PERF_SAMPLE_BRANCH_STACK;
        a->branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK |
                                PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES;
        a->exclude_callchain_user = 1;
    }
    if (!counter_takes_stacks(how) || set == SET_FRAME_POINTERS)
        return;
    a->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    a->exclude_callchain_user = how->chain == CHAIN_DWARF;
    a->sample_regs_user = USER_REGISTERS;
    a->sample_stack_user = set == SET_OTHER_STACKS ? how->other_stack_bytes : how->stack_bytes;
}

static void set_telling(struct perf_event_attr *a, const struct counting *how)
{
    a->mmap = a->mmap2 = a->build_id = a->comm = a->comm_exec = a->task = a->cgroup = 1;
    a->mmap_data = how->data;
}

/* What all have: sizes, clock and how their records end. */
static struct perf_event_attr common_attr(const struct counting *how, bool by_thread)
{
    return (struct perf_event_attr){
        .size = PERF_ATTR_SIZE_VER5,
        .sample_type = SAMPLE_FIELDS | PERF_SAMPLE_CGROUP,
        .read_format = COUNT_FORMAT | PERF_FORMAT_ID | PERF_FORMAT_LOST,
        .disabled = 1,
        .inherit = by_thread,
        .sample_id_all = 1,
        .use_clockid = 1,
        .clockid = CLOCK,
        .watermark = 1,
        .wakeup_watermark = (uint32_t)counter_ring_bytes(how) / 4,
    };
}

void counter_attr(struct perf_event_attr *a, const struct event_choice *e,
                  const struct counting *how, const struct counter_role *role)
{
    const bool by_period = how->frequency == 0 || event_is_tracepoint(e);

    *a = common_attr(how, role->by_thread);
    a->type = e->type;
    a->config = e->config;
    a->config1 = e->config1;
    a->config2 = e->config2;
    a->enable_on_exec = how->on_exec && role->set == SET_FIRST && role->by_thread;
    a->exclude_user = e->no_user || how->no_user;
    a->exclude_kernel = a->exclude_hv = e->no_kernel || how->no_kernel;
    a->exclude_idle = role->not_idle;
    a->freq = !by_period;
    a->precise_ip = e->precise & 3;
    a->context_switch = role->switches;
    if (role->tells)
        set_telling(a, how);
    /* With the field, the kernel takes each software event, whatever the period. */
    if (by_period && how->period > 1)
        a->sample_type &= ~(uint64_t)PERF_SAMPLE_PERIOD;
    a->sample_type |= how->data ? data_fields_of(e) : 0;
    a->sample_period = by_period ? how->period : how->frequency;
    set_chain(a, how, role->set);
    if (event_is_tracepoint(e))
        a->sample_type |= PERF_SAMPLE_RAW;
}

void counter_attr_teller(struct perf_event_attr *a, const struct counting *how, bool by_thread)
{
    *a = common_attr(how, by_thread);
    a->type = PERF_TYPE_SOFTWARE;
    a->config = PERF_COUNT_SW_DUMMY;
    a->sample_period = 1;
    a->exclude_kernel = a->exclude_hv = 1; /* so anybody may have it */
    set_telling(a, how);
}
