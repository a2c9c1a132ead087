/* The fields of one sample, and the markers in its call chain. */
#ifndef INPUT_PERF_DATA_SAMPLE_H
#define INPUT_PERF_DATA_SAMPLE_H

#include "input/perf_data/event.h"

/* Numbers from here on are context markers (linux/perf_event.h). */
#define MARK_FIRST ((uint64_t)-4095)

enum {
    MARK_HYPERVISOR = -32,
    MARK_KERNEL = -128,
    MARK_USER = -512,
    MARK_USER_DEFERRED = -640,
    MARK_GUEST = -2048,
    MARK_GUEST_KERNEL = -2176,
    MARK_GUEST_USER = -2560,
};

/* Lends from the record; fields that the event does not record are 0. */
struct sample_fields {
    uint64_t ip, time_ns, id, period;
    uint64_t addr, phys_addr;      /* of the memory that was accessed; 0: not known */
    uint64_t weight, data_source;  /* perf_mem_data_src of linux/perf_event.h */
    uint64_t data_page, code_page; /* sizes of pages, in bytes; 0: not known */
    uint64_t cgroup;
    uint32_t pid, tid, cpu;
    bool has_cpu;
    struct bytes chain;    /* u64 each, leaf first, with context markers between */
    struct bytes branches; /* {u64 from, u64 to, u64 flags} each, the newest first */
    struct bytes read;     /* the counters, in read_format */
    struct bytes raw;      /* of a tracepoint */
    uint64_t abi;          /* of registers: 0 none, 1 32-bit, 2 64-bit */
    struct bytes registers;
    struct bytes stack;  /* the stack copy, from the stack pointer on */
    bool stack_ended;    /* before all was copied that was to be */
    struct bytes copies; /* registers and stack with their sizes, as they lie in the record */
};

/* False when the record is too short. */
MUST_CHECK bool sample_read(struct sample_fields *s, const struct event *e, struct bytes body);

/* Reads time and origin of a record that is no sample. False when it does not contain them. */
MUST_CHECK bool sample_read_trailer(struct sample_fields *s, const struct event *e,
                                    struct bytes body);

#endif
