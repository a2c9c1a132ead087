/* perf_event_attr: type, size, config, period, sample_type, read_format, flags, ...
 * Reads the attributes of events. */
#include "input/perf_data/event.h"

#include "base/mem.h"
#include "base/perf_file.h"

enum {
    ATTR_LEAST = 64,
    AT_SIZE = 4,
    AT_CONFIG = 8,
    AT_PERIOD = 16,
    AT_SAMPLE_TYPE = 24,
    AT_READ_FORMAT = 32,
    AT_FLAGS = 40,
    AT_BRANCH_TYPE = 72,
    AT_REGS_USER = 80,
    AT_CLOCK = 92,
    AT_REGS_INTR = 96,
    AT_STACK_MOST = 108,
    ATTR_KNOWN = 112,
};

/* Flag bits in the layout of little-endian machines. */
enum {
    FLAG_FREQ = 1 << 10,
    FLAG_SAMPLE_ID_ALL = 1 << 18,
    FLAG_NO_USER_CHAIN = 1 << 22,
    FLAG_CLOCK = 1 << 25,
    FLAG_SWITCHES = 1 << 26,
};

enum { CLOCK_IS_MONOTONIC = 1 };

void events_free(struct events *e)
{
    mem_free(e->rows, e->room, sizeof *e->rows);
    mem_free(e->ids, e->ids_room, sizeof *e->ids);
    slots_free(&e->slots);
    *e = (struct events){0};
}

/* The flags are bit-fields, which big-endian compilers fill from the other end of each byte. */
static uint64_t flags_of(const unsigned char *p, bool big)
{
    uint64_t flags = u64_at(p, false);
    uint64_t turned = 0;

    if (!big)
        return flags;
    for (unsigned i = 0; i < 64; i++)
        if (flags >> i & 1)
            turned |= UINT64_C(1) << ((i & ~7u) | (7 - (i & 7)));
    return turned;
}

static int count_bits(uint64_t sample_type, uint64_t bits)
{
    int n = 0;

    for (uint64_t left = sample_type & bits; left; left &= left - 1)
        n++;
    return n;
}

static void find_places(struct event *e)
{
    const uint64_t type = e->sample_type;
    const uint64_t to_time = SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID;
    const uint64_t behind_id = SAMPLE_STREAM_ID | SAMPLE_CPU | SAMPLE_IDENTIFIER;

    e->time_at = type & SAMPLE_TIME ? 8 * count_bits(type, to_time) : -1;
    e->id_at = -1;
    if (type & SAMPLE_IDENTIFIER)
        e->id_at = 0;
    else if (type & SAMPLE_ID)
        e->id_at = 8 * count_bits(type, to_time | SAMPLE_TIME | SAMPLE_ADDR);
    e->trailer_id = e->trailer_time = e->trailer_tid = e->trailer_cpu = -1;
    if (!e->trailers)
        return;
    if (type & SAMPLE_IDENTIFIER)
        e->trailer_id = 8;
    else if (type & SAMPLE_ID)
        e->trailer_id = 8 * count_bits(type, behind_id | SAMPLE_ID);
    if (type & SAMPLE_CPU)
        e->trailer_cpu = 8 * count_bits(type, SAMPLE_IDENTIFIER | SAMPLE_CPU);
    if (type & SAMPLE_TIME)
        e->trailer_time = 8 * count_bits(type, behind_id | SAMPLE_ID | SAMPLE_TIME);
    if (type & SAMPLE_TID)
        e->trailer_tid = 8 * count_bits(type, behind_id | SAMPLE_ID | SAMPLE_TIME | SAMPLE_TID);
}

/* A size of 0 means that of the first version; fields that are missing are 0. */
bool events_add_attr(struct events *e, struct bytes attr)
{
    unsigned char whole[ATTR_KNOWN] = {0};
    const bool big = attr.big;

    if (attr.n < ATTR_LEAST)
        return false;
    size_t size = u32_at(attr.p + AT_SIZE, big);
    if (size == 0)
        size = ATTR_LEAST;
    if (size < ATTR_LEAST || size > attr.n)
        return false;
    memcpy(whole, attr.p, size < ATTR_KNOWN ? size : ATTR_KNOWN);
    uint64_t flags = flags_of(whole + AT_FLAGS, big);
    uint64_t period = u64_at(whole + AT_PERIOD, big);
    struct event event = {
        .type = u32_at(whole, big),
        .config = u64_at(whole + AT_CONFIG, big),
        .period = flags & FLAG_FREQ || period == 0 ? 1 : period,
        .frequency = flags & FLAG_FREQ ? period : 0,
        .sample_type = u64_at(whole + AT_SAMPLE_TYPE, big),
        .read_format = u64_at(whole + AT_READ_FORMAT, big),
        .branch_type = u64_at(whole + AT_BRANCH_TYPE, big),
        .regs_user = u64_at(whole + AT_REGS_USER, big),
        .regs_intr = u64_at(whole + AT_REGS_INTR, big),
        .stack_most = u16_at(whole + AT_STACK_MOST, big),
        .no_user_chain = flags & FLAG_NO_USER_CHAIN,
        .monotonic = flags & FLAG_CLOCK && u32_at(whole + AT_CLOCK, big) == CLOCK_IS_MONOTONIC,
        .switches = (flags & FLAG_SWITCHES) != 0,
        .trailers = (flags & FLAG_SAMPLE_ID_ALL) != 0,
    };
    find_places(&event);
    event.monotonic = event.monotonic && event.time_at >= 0;
    e->rows = mem_grow(e->rows, &e->room, (size_t)e->n + 1, sizeof *e->rows);
    e->rows[e->n++] = event;
    return true;
}

static uint32_t tag_of(const struct events *e, uint64_t id)
{
    return hash_ids(&e->key, (uint32_t)(id >> 32), (uint32_t)id);
}

void events_add_id(struct events *e, uint64_t id, uint32_t event)
{
    if (e->n_ids == 0)
        e->key = hash_key_draw();
    if (events_find_id(e, id))
        return;
    e->ids = mem_grow(e->ids, &e->ids_room, (size_t)e->n_ids + 1, sizeof *e->ids);
    e->ids[e->n_ids++] = (struct event_id){.id = id, .event = event};
    slots_add(&e->slots, tag_of(e, id), e->n_ids);
}

struct event_id *events_find_id(const struct events *e, uint64_t id)
{
    for (struct slots_match m = slots_find(&e->slots, tag_of(e, id)); m.id; slots_find_next(&m))
        if (e->ids[m.id - 1].id == id)
            return &e->ids[m.id - 1];
    return NULL;
}

bool event_is_switch(const struct event *event)
{
    enum { TYPE_SOFTWARE = 1, CONTEXT_SWITCHES = 3 };

    return event->type == TYPE_SOFTWARE && event->config == CONTEXT_SWITCHES;
}

bool event_is_looked(const struct event *event, const struct names *names)
{
    return event_is_switch(event) &&
           str_equal(names_get(names, event->name), STR(PERF_LOOKED_EVENT));
}

bool event_is_dummy(const struct event *event)
{
    enum { TYPE_SOFTWARE = 1, DUMMY = 9 };

    return event->type == TYPE_SOFTWARE && event->config == DUMMY;
}

struct str event_own_name(const struct event *event)
{
    enum { TYPE_HARDWARE, TYPE_SOFTWARE };
    static const char *const hardware[] = {"cycles",
                                           "instructions",
                                           "cache-references",
                                           "cache-misses",
                                           "branches",
                                           "branch-misses",
                                           "bus-cycles",
                                           "stalled-cycles-frontend",
                                           "stalled-cycles-backend",
                                           "ref-cycles"};
    static const char *const software[] = {
        "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
        "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
        "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches"};
    const uint64_t config = event->config & UINT32_MAX; /* above it are kinds of processors */

    if (event->type == TYPE_HARDWARE && config < sizeof hardware / sizeof hardware[0])
        return str_of(hardware[config]);
    if (event->type == TYPE_SOFTWARE && config < sizeof software / sizeof software[0])
        return str_of(software[config]);
    return STR("");
}
