/* The events of a recording: what they count, and what their samples hold. */
#ifndef INPUT_PERF_DATA_EVENT_H
#define INPUT_PERF_DATA_EVENT_H

#include "base/hash.h"
#include "base/slots.h"
#include "input/perf_data/bytes.h"
#include "model/names.h"

/* Bits of sample_type, in the order of the fields in a sample, except the first:
 * https://man7.org/linux/man-pages/man2/perf_event_open.2.html */
enum {
    SAMPLE_IP = 1 << 0,
    SAMPLE_TID = 1 << 1,
    SAMPLE_TIME = 1 << 2,
    SAMPLE_ADDR = 1 << 3,
    SAMPLE_READ = 1 << 4,
    SAMPLE_CALLCHAIN = 1 << 5,
    SAMPLE_ID = 1 << 6,
    SAMPLE_CPU = 1 << 7,
    SAMPLE_PERIOD = 1 << 8,
    SAMPLE_STREAM_ID = 1 << 9,
    SAMPLE_RAW = 1 << 10,
    SAMPLE_BRANCH_STACK = 1 << 11,
    SAMPLE_REGS_USER = 1 << 12,
    SAMPLE_STACK_USER = 1 << 13,
    SAMPLE_WEIGHT = 1 << 14,
    SAMPLE_DATA_SRC = 1 << 15,
    SAMPLE_IDENTIFIER = 1 << 16,
    SAMPLE_TRANSACTION = 1 << 17,
    SAMPLE_REGS_INTR = 1 << 18,
    SAMPLE_PHYS_ADDR = 1 << 19,
    SAMPLE_CGROUP = 1 << 21,
    SAMPLE_DATA_PAGE_SIZE = 1 << 22,
    SAMPLE_CODE_PAGE_SIZE = 1 << 23,
    SAMPLE_WEIGHT_STRUCT = 1 << 24, /* in place of the weight; only its lower half is one */
};

/* Fields behind the copy of the stack. */
#define SAMPLE_LAST                                                                                \
    (UINT64_C(0) | SAMPLE_WEIGHT | SAMPLE_DATA_SRC | SAMPLE_TRANSACTION | SAMPLE_REGS_INTR |       \
     SAMPLE_PHYS_ADDR | SAMPLE_CGROUP | SAMPLE_DATA_PAGE_SIZE | SAMPLE_CODE_PAGE_SIZE |            \
     SAMPLE_WEIGHT_STRUCT)

enum {
    READ_TIME_ENABLED = 1 << 0,
    READ_TIME_RUNNING = 1 << 1,
    READ_ID = 1 << 2,
    READ_GROUP = 1 << 3,
    READ_LOST = 1 << 4,
};

/* Of branch_sample_type. */
enum { BRANCH_CALL_STACK = 1 << 11, BRANCH_HW_INDEX = 1 << 17, BRANCH_COUNTERS = 1 << 19 };

struct event {
    name_id name; /* 0: not known yet */
    uint32_t type;
    uint64_t config;
    uint64_t period;    /* of samples that do not say theirs; 1 if the event has a frequency */
    uint64_t frequency; /* of samples, a second; 0: none */
    uint64_t sample_type, read_format, branch_type, regs_user, regs_intr;
    uint32_t stack_most; /* the most frames in a chain; 0: the system's default */
    bool monotonic;      /* samples have times by the clock that runtimes use as well */
    bool switches;       /* records tell when threads leave processors, and return */
    bool in_raw;         /* raw data of its samples says who waited, how long and where */
    bool no_user_chain;  /* by frame pointers; stacks are copied instead */
    bool trailers;       /* records other than samples end with time and origin */
    /* Offsets of fields: from the start of a sample, and from the end of other records. Negative:
     * absent. */
    int id_at, time_at;
    int trailer_id, trailer_time, trailer_tid, trailer_cpu;
};

/* A counter of an event, on one processor or of one thread. */
struct event_id {
    uint64_t id;
    uint32_t event;
    uint64_t read; /* its last value that a sample gave, for groups */
};

/* Owns its arrays. */
struct events {
    struct event *rows;
    size_t room;
    uint32_t n;
    struct event_id *ids;
    size_t ids_room;
    uint32_t n_ids;
    struct slots slots; /* of ids */
    struct hash_key key;
};

void events_free(struct events *e);

/* Reads a perf_event_attr, which contains its own size. False when it is invalid. */
MUST_CHECK bool events_add_attr(struct events *e, struct bytes attr);

/* An id that exists stays with its first event. */
void events_add_id(struct events *e, uint64_t id, uint32_t event);

/* Returns the row of an id, or NULL; valid until the next events_add_id. */
struct event_id *events_find_id(const struct events *e, uint64_t id);

/* Whether its samples are taken when threads leave processors. */
bool event_is_switch(const struct event *event);

/* Whether they are taken of threads that wait, by flame record. */
bool event_is_looked(const struct event *event, const struct names *names);

/* Whether it counts nothing, and is there for what its counters tell of maps and threads. */
bool event_is_dummy(const struct event *event);

/* Returns perf's name for a kernel event with that type and config; "" if it is none. */
struct str event_own_name(const struct event *event);

#endif
