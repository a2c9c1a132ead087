/* The fields of one sample. */
#ifndef INPUT_PERF_DATA_SAMPLE_H
#define INPUT_PERF_DATA_SAMPLE_H

#include "input/perf_data/event.h"

/* Lends from the record; what the event does not record is 0. */
struct sample_fields {
    uint64_t ip, time_ns, id, period;
    uint32_t pid, tid, cpu;
    bool has_cpu;
    struct bytes chain;    /* u64 each, leaf first, with marks between */
    struct bytes branches; /* {u64 from, u64 to, u64 flags} each, the newest first */
    struct bytes read;     /* the counters as read_format says */
    struct bytes raw;      /* of a tracepoint */
    uint64_t abi;          /* of registers: 0 none, 1 of 32 bits, 2 of 64 bits */
    struct bytes registers;
    struct bytes stack; /* a copy of the stack from its pointer on */
};

/* False when the record is too short for what it should hold. */
MUST_CHECK bool sample_read(struct sample_fields *s, const struct event *e, struct bytes body);

/* Reads who made a record that is no sample, when and where. False when it does not say who. */
MUST_CHECK bool sample_read_trailer(struct sample_fields *s, const struct event *e,
                                    struct bytes body);

#endif
