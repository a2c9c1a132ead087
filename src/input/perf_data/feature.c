/* hostname: linux, cmdline: perf record -g ./demo, [vdso] 6c9d..., event cpu-clock ids 5 to 8
 * Reads the features in the header. */
#include "input/perf_data/feature.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"

static void read_text(struct recording *rec, struct bytes body, name_id *id)
{
    struct str text;

    if (bytes_text(&body, &text))
        *id = names_add(&rec->names, text);
}

/* The recorded command follows "--", or else perf's own options. */
static void read_command(struct recording *rec, struct bytes body)
{
    struct buf line = {.max = 4096};
    struct str word;
    bool behind = false;
    uint32_t n;

    if (!bytes_u32(&body, &n))
        return;
    for (uint32_t i = 0; i < n && bytes_text(&body, &word); i++) {
        if (!behind && str_equal(word, STR("--"))) {
            behind = true;
            buf_clear(&line);
            continue;
        }
        if (line.n)
            buf_add_byte(&line, ' ');
        buf_add(&line, line.n ? word : path_base_name(word));
    }
    rec->command = names_add(&rec->names, buf_str(&line));
    buf_free(&line);
}

/* The events are in the order of the attributes. */
static void read_events(struct recording *rec, struct bytes body)
{
    struct str name;
    uint32_t n, attr_size, n_ids;

    if (!bytes_u32(&body, &n) || !bytes_u32(&body, &attr_size))
        return;
    for (uint32_t i = 0; i < n && i < rec->events.n; i++) {
        if (!bytes_skip(&body, attr_size) || !bytes_u32(&body, &n_ids) ||
            !bytes_text(&body, &name) || !bytes_skip(&body, (uint64_t)n_ids * 8))
            return;
        rec->events.rows[i].name = names_add(&rec->names, name);
    }
}

/* {u32 n, {text name, text value}...}; if kinds of processors differ, the largest number. */
static bool read_caps(struct recording *rec, struct bytes *b)
{
    struct str name, value;
    uint64_t most;
    uint32_t n;

    if (!bytes_u32(b, &n))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!bytes_text(b, &name) || !bytes_text(b, &value))
            return false;
        if (str_equal(name, STR("branches")) && parse_u64(value, &most) &&
            most > rec->branches_most)
            rec->branches_most = most;
    }
    return true;
}

/* {u32 n, {capabilities, text kind}...} */
static void read_all_caps(struct recording *rec, struct bytes body)
{
    struct str kind;
    uint32_t n;

    if (!bytes_u32(&body, &n))
        return;
    while (n-- && read_caps(rec, &body) && bytes_text(&body, &kind))
        ;
}

/* A build-id without a length is as long as its bytes are not 0, in steps of 4. */
static size_t length_of(const unsigned char *id, uint16_t misc)
{
    enum { MOST = 20 };
    size_t n = MOST;

    if (misc & MISC_ID_SIZE)
        return id[MOST] <= MOST ? id[MOST] : MOST;
    while (n && u32_at(id + n - 4, false) == 0)
        n -= 4;
    return n;
}

void feature_read_build_id(struct recording *rec, uint16_t misc, struct bytes body)
{
    enum { ID_SIZE = 24 };
    struct str id, path;

    if (!bytes_skip(&body, 4) || !bytes_str(&body, ID_SIZE, &id) ||
        !bytes_str(&body, body.n, &path))
        return;
    id.n = length_of((const unsigned char *)id.p, misc);
    path = str_until_nul(path);
    if (id.n == 0 || path.n == 0)
        return;
    rec->ids = mem_grow(rec->ids, &rec->ids_room, rec->n_ids + 1, sizeof *rec->ids);
    rec->ids[rec->n_ids++] =
        (struct recorded_id){names_add(&rec->names, path), names_add(&rec->names, id)};
}

static void read_build_ids(struct recording *rec, struct bytes body)
{
    enum { HEADER = 8 };

    while (body.n >= HEADER) {
        uint16_t misc = u16_at(body.p + 4, body.big);
        size_t size = u16_at(body.p + 6, body.big);
        if (size < HEADER || size > body.n)
            return;
        feature_read_build_id(rec, misc, (struct bytes){body.p + HEADER, size - HEADER, body.big});
        body.p += size;
        body.n -= size;
    }
}

static void read_clock(struct recording *rec, struct bytes body)
{
    uint32_t version, id;
    uint64_t day_ns, clock_ns;

    if (!bytes_u32(&body, &version) || !bytes_u32(&body, &id) || !bytes_u64(&body, &day_ns) ||
        !bytes_u64(&body, &clock_ns))
        return;
    rec->has_clock = version == 1;
    rec->clock_ns = day_ns - clock_ns;
}

bool feature_is_read(uint64_t feature)
{
    static const unsigned char read[] = {
        PERF_FEATURE_TRACING_DATA,    PERF_FEATURE_BUILD_ID,     PERF_FEATURE_HOSTNAME,
        PERF_FEATURE_RELEASE,         PERF_FEATURE_VERSION,      PERF_FEATURE_MACHINE,
        PERF_FEATURE_PROCESSOR,       PERF_FEATURE_COMMAND,      PERF_FEATURE_EVENTS,
        PERF_FEATURE_PROCESSOR_CAPS,  PERF_FEATURE_COUNTER_CAPS, PERF_FEATURE_MEMORY_NODES,
        PERF_FEATURE_PROCESSOR_NODES, PERF_FEATURE_CLOCK};

    for (size_t i = 0; i < sizeof read; i++)
        if (read[i] == feature)
            return true;
    return false;
}

void feature_read(struct recording *rec, uint64_t feature, struct bytes body)
{
    if (feature == PERF_FEATURE_HOSTNAME)
        read_text(rec, body, &rec->hostname);
    else if (feature == PERF_FEATURE_RELEASE)
        read_text(rec, body, &rec->release);
    else if (feature == PERF_FEATURE_VERSION)
        read_text(rec, body, &rec->version);
    else if (feature == PERF_FEATURE_MACHINE)
        read_text(rec, body, &rec->machine);
    else if (feature == PERF_FEATURE_PROCESSOR)
        read_text(rec, body, &rec->processor);
    else if (feature == PERF_FEATURE_COMMAND)
        read_command(rec, body);
    else if (feature == PERF_FEATURE_EVENTS)
        read_events(rec, body);
    else if (feature == PERF_FEATURE_BUILD_ID)
        read_build_ids(rec, body);
    else if (feature == PERF_FEATURE_PROCESSOR_CAPS)
        read_caps(rec, &body);
    else if (feature == PERF_FEATURE_COUNTER_CAPS)
        read_all_caps(rec, body);
    else if (feature == PERF_FEATURE_PROCESSOR_NODES)
        processor_nodes_read(&rec->processor_nodes, body);
    else if (feature == PERF_FEATURE_MEMORY_NODES)
        memory_nodes_read(&rec->memory_nodes, body);
    else if (feature == PERF_FEATURE_CLOCK)
        read_clock(rec, body);
    else if (feature == PERF_FEATURE_TRACING_DATA) {
        buf_clear(&rec->tracing);
        buf_add(&rec->tracing, (struct str){(const char *)body.p, body.n});
    }
}

/* {u64 kind, u64 id, text} */
void feature_read_update(struct recording *rec, struct bytes body)
{
    enum { UPDATE_NAME = 2 };
    uint64_t kind, id;
    struct str name;

    if (!bytes_u64(&body, &kind) || !bytes_u64(&body, &id) || kind != UPDATE_NAME ||
        !bytes_str(&body, body.n, &name))
        return;
    const struct event_id *row = events_find_id(&rec->events, id);
    if (row)
        rec->events.rows[row->event].name = names_add(&rec->names, str_until_nul(name));
}

/* An event in the tracepoint formats. */
struct tracepoint {
    uint64_t id;
    struct str name; /* lent */
};

struct tracepoints {
    struct tracepoint *rows; /* by id */
    size_t room;
    size_t n;
};

static int by_id(const void *a, const void *b)
{
    const struct tracepoint *x = a;
    const struct tracepoint *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->name.p > y->name.p) - (x->name.p < y->name.p);
}

/* Finds "name: sched_switch\nID: 314\n". The system, "sched", is not there: it precedes the list of
 * its events. Between lists are numbers, without a newline. */
static void find_tracepoints(struct str tracing, struct tracepoints *t)
{
    enum { NAME_MOST = 200 };
    static const struct str before = {"name: ", 6};
    static const struct str id = {"ID: ", 4};
    struct str name = STR("");
    struct str line;
    uint64_t number;

    while (tracing.n && take_field(&tracing, '\n', &line)) {
        size_t at = str_find_last(line, before);
        if (str_starts(line, id) && name.n && parse_u64(str_from_to(line, id.n, line.n), &number)) {
            t->rows = mem_grow(t->rows, &t->room, t->n + 1, sizeof *t->rows);
            t->rows[t->n++] = (struct tracepoint){number, name};
        }
        name = STR("");
        if (at < line.n && line.n - at - before.n < NAME_MOST)
            name = str_from_to(line, at + before.n, line.n);
    }
    if (t->n)
        qsort(t->rows, t->n, sizeof *t->rows, by_id);
}

/* Returns "" when there is none. */
static struct str tracepoint_name(const struct tracepoints *t, uint64_t id)
{
    size_t from = 0;
    size_t to = t->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (t->rows[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    return from < t->n && t->rows[from].id == id ? t->rows[from].name : STR("");
}

/* Whether it is the event of perf record --off-cpu that exists since perf 6.16; before, these were
 * plain samples. */
static bool is_measured_wait(const struct recording *rec, const struct event *event)
{
    enum { TYPE_SOFTWARE = 1, BPF_OUTPUT = 10 };

    return event->type == TYPE_SOFTWARE && event->config == BPF_OUTPUT &&
           event->sample_type & SAMPLE_RAW &&
           str_equal(names_get(&rec->names, event->name), STR("offcpu-time"));
}

/* Events that were recorded side by side under one name are two all the same: cycles, cycles#2. */
static void number_events(struct recording *rec)
{
    const size_t n_names = rec->names.n;
    uint32_t *met = mem_alloc(n_names, sizeof *met);
    char number[16];

    for (uint32_t i = 0; i < rec->events.n; i++) {
        struct event *event = &rec->events.rows[i];
        struct buf name = {0};
        if (event_is_dummy(event) || event_is_looked(event, &rec->names) ||
            is_measured_wait(rec, event) || ++met[event->name] == 1)
            continue;
        snprintf(number, sizeof number, "#%" PRIu32, met[event->name]);
        buf_add(&name, names_get(&rec->names, event->name));
        buf_add(&name, str_of(number));
        event->name = names_add(&rec->names, buf_str(&name));
        buf_free(&name);
    }
    mem_free(met, n_names, sizeof *met);
}

void feature_name_events(struct recording *rec)
{
    enum { TYPE_TRACEPOINT = 2 };
    struct tracepoints tracepoints = {.n = 0};

    find_tracepoints(buf_str(&rec->tracing), &tracepoints);
    for (uint32_t i = 0; i < rec->events.n; i++) {
        struct event *event = &rec->events.rows[i];
        struct str name = event_own_name(event);
        char text[60];
        if (event->name)
            continue;
        if (name.n == 0 && event->type == TYPE_TRACEPOINT)
            name = tracepoint_name(&tracepoints, event->config);
        if (name.n == 0) {
            int n = snprintf(text, sizeof text, "event %" PRIu32 ":0x%" PRIx64, event->type,
                             event->config);
            name = (struct str){text, (size_t)n};
        }
        event->name = names_add(&rec->names, name);
    }
    mem_free(tracepoints.rows, tracepoints.room, sizeof *tracepoints.rows);
    for (uint32_t i = 0; i < rec->events.n; i++)
        rec->events.rows[i].in_raw = is_measured_wait(rec, &rec->events.rows[i]);
    number_events(rec);
}
