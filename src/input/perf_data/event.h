/* The events of a recording: what was counted, and what its samples hold. */
#ifndef INPUT_PERF_DATA_EVENT_H
#define INPUT_PERF_DATA_EVENT_H

#include "base/hash.h"
#include "base/slots.h"
#include "input/perf_data/bytes.h"
#include "model/names.h"

/* Bits of sample_type, in the order of the fields in a sample but for the first:
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
    SAMPLE_IDENTIFIER = 1 << 16,
};

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
    uint64_t period; /* of each sample that does not say it; 1 where the event has a frequency */
    uint64_t sample_type, read_format, branch_type, regs_user;
    uint32_t stack_most; /* frames in a chain; 0: as many as the system's setting says */
    bool monotonic;      /* samples have times, by the clock that runtimes use as well */
    bool in_raw;         /* its samples hold in their raw data who waited, how long and where */
    bool trailers;       /* records that are no samples end in when and where they happened */
    /* Where fields lie: from the start of a sample's body, and from the end of other records.
     * Negative: they are not there. */
    int id_at, time_at;
    int trailer_id, trailer_time, trailer_tid, trailer_cpu;
};

/* The counter of an event on one processor or of one thread. */
struct event_id {
    uint64_t id;
    uint32_t event;
    uint64_t read; /* its value in the last sample that told it, of groups */
};

/* Owns its arrays. */
struct events {
    struct event *rows;
    size_t room;
    uint32_t n;
    struct event_id *ids;
    size_t ids_room;
    uint32_t n_ids;
    struct slot *slots; /* ids, by hash */
    size_t n_slots;
    struct hash_key key;
};

void events_free(struct events *e);

/* Reads a perf_event_attr, whose own size says how much of it there is. False when it is none. */
MUST_CHECK bool events_add_attr(struct events *e, struct bytes attr);

/* An id that is there already stays that of its first event. */
void events_add_id(struct events *e, uint64_t id, uint32_t event);

/* Returns the row of an id, or NULL; it stays where it is until the next events_add_id. */
struct event_id *events_find_id(const struct events *e, uint64_t id);

/* Whether its samples are taken when threads leave processors. */
bool event_is_switch(const struct event *event);

/* Returns what perf calls an event of that type and config, "" when it is not the kernel's own. */
struct str event_own_name(const struct event *event);

#endif
