/* Finds the records of a recording in a file, a pipe or a folder, compressed or not. */
#include "input/perf_data/recording_read.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/perf_file.h"
#include "input/common/companion_files.h"
#include "input/perf_data/code/kernel.h"
#include "input/perf_data/feature.h"
#include "input/perf_data/header.h"
#include "input/perf_data/time/order.h"

static uint64_t time_at_end(const struct event *e, struct bytes body)
{
    if (e->trailer_time < 0 || (size_t)e->trailer_time > body.n)
        return 0;
    return u64_at(body.p + body.n - e->trailer_time, body.big);
}

static uint64_t time_of(struct recording *rec, const struct record *record)
{
    const struct bytes body = record->body;

    if (record->type != RECORD_SAMPLE)
        return time_at_end(recording_trailer_of(rec, body), body);
    const struct event *e = recording_event_of(rec, body);
    if (e->time_at < 0 || (size_t)e->time_at + 8 > body.n)
        return 0;
    return u64_at(body.p + e->time_at, body.big);
}

/* {u32 pid, u32 tid, name} of the idle thread. */
static bool is_begin(const struct record *record)
{
    const struct bytes body = record->body;

    return record->type == RECORD_COMM && record->misc & PERF_COMM_MISC_BEGIN && body.n >= 8 &&
           u64_at(body.p, body.big) == 0;
}

static uint64_t kind_of(const struct record *record)
{
    const bool is_switch = record->type == RECORD_SWITCH || record->type == RECORD_SWITCH_CPU_WIDE;

    return record->type == RECORD_SAMPLE ? RECORD_IS_SAMPLE : is_switch ? RECORD_IS_SWITCH : 0;
}

static bool keep(struct recording *rec, const struct record *record)
{
    struct record_at at = {0, record->at | kind_of(record)};

    if (rec->events.n == 0)
        return recording_broken(rec, record->at,
                                "a record stands before any event, wanted attributes");
    at.time_ns = time_of(rec, record);
    if (at.time_ns == UINT64_MAX)
        at.time_ns = 0;
    if (is_begin(record))
        rec->begin_ns = at.time_ns;
    rec->records =
        mem_grow(rec->records, &rec->records_room, rec->n_records + 1, sizeof *rec->records);
    rec->records[rec->n_records++] = at;
    return true;
}

/* Nothing after the damage can be unpacked, because it refers to what came before; uses what was
 * unpacked. */
static bool end_unpacking(struct recording *rec, uint64_t at, const struct fault *why)
{
    if (!unpack_damaged(rec->unpack)) {
        *rec->f = *why;
        return false;
    }
    rec->is_damaged = true;
    if (!rec->damage)
        rec->damage = names_add(&rec->names, str_of(why->text));
    recording_note(rec, at, "a packed record is damaged: the packed data from there on");
    return true;
}

/* The records of one compressed piece may continue in the next. */
static bool unpack(struct recording *rec, uint64_t at, struct str in)
{
    enum { ROOM = 64 << 10 };
    uint64_t most = rec->r->ask->limits.inflate; /* of all files together */
    struct fault why = {.kind = FAULT_NONE};
    struct unpack_room room;

    if (!rec->unpack) {
        rec->unpack = unpack_new(PACKING_ZSTD, rec->r->name, &rec->r->ask->limits, rec->f);
        if (!rec->unpack)
            return false;
    }
    do {
        room = (struct unpack_room){buf_reserve(&rec->store.unpacked, ROOM), ROOM};
        bool ok = unpack_some(rec->unpack, &in, false, &room, &why);
        rec->store.unpacked.n += ROOM - room.n;
        if (!ok)
            return end_unpacking(rec, at, &why);
        if (most && rec->store.unpacked.n > most)
            return limits_reached(rec->f, rec->r->name, "inflate", most);
    } while (in.n || room.n == 0);
    return true;
}

static bool take_compressed(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t n = body.n;
    struct str in;

    if (record->at >= STORE_UNPACKED)
        return recording_broken(rec, record->at, "a packed record inside a packed one");
    if (record->type == RECORD_COMPRESSED2 && !bytes_u64(&body, &n))
        return recording_broken(rec, record->at, "a packed record is cut short");
    if (!bytes_str(&body, n, &in))
        return recording_broken(rec, record->at, "a packed record says more bytes than it has");
    return rec->is_damaged || unpack(rec, record->at, in);
}

/* {attr, u64 ids...}; the size in the attribute says where they begin. */
static bool take_attr(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t id;

    if (!events_add_attr(&rec->events, body))
        return recording_broken(rec, record->at, "attributes of an event cut short or damaged");
    size_t size = u32_at(body.p + 4, body.big);
    if (!bytes_skip(&body, size ? size : 64))
        return false;
    while (bytes_u64(&body, &id))
        events_add_id(&rec->events, id, rec->events.n - 1);
    return true;
}

/* Feature texts are lent, and unpacked bytes may move, so copies the record. */
static void take_feature(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t feature;

    if (record->at < STORE_UNPACKED && bytes_u64(&body, &feature))
        feature_read(rec, feature, body);
}

/* {u64 id, u64 lost} or {u64 lost} */
static void take_lost(struct recording *rec, const struct record *record)
{
    bool by_event = record->type == RECORD_LOST_SAMPLES;
    uint64_t *sum = by_event ? &rec->n_lost_samples : &rec->n_lost;
    struct bytes body = record->body;
    uint64_t n;

    if ((by_event || bytes_skip(&body, 8)) && bytes_u64(&body, &n) && n < UINT64_MAX - *sum)
        *sum += n;
}

static bool take_record(struct recording *rec, const struct record *record)
{
    switch ((enum record_type)record->type) {
    case RECORD_MMAP:
    case RECORD_MMAP2:
    case RECORD_SAMPLE:
        recorded_kernel_see(rec, record);
        return keep(rec, record);
    case RECORD_COMM:
    case RECORD_FORK:
    case RECORD_EXIT:
    case RECORD_SWITCH:
    case RECORD_SWITCH_CPU_WIDE:
    case RECORD_NAMESPACES:
    case RECORD_KSYMBOL:
        return keep(rec, record);
    case RECORD_CGROUP:
        cgroups_add(&rec->cgroups, &rec->names, record->body);
        return keep(rec, record);
    case RECORD_CALLCHAIN_DEFERRED:
        rec->has_deferred = true;
        return keep(rec, record);
    case RECORD_LOST:
    case RECORD_LOST_SAMPLES:
        take_lost(rec, record);
        return true;
    case RECORD_THROTTLE:
        rec->n_throttled++;
        return true;
    case RECORD_COMPRESSED:
    case RECORD_COMPRESSED2:
        return take_compressed(rec, record);
    case RECORD_HEADER_ATTR:
        return take_attr(rec, record);
    case RECORD_FEATURE:
        take_feature(rec, record);
        return true;
    case RECORD_EVENT_UPDATE:
        feature_read_update(rec, record->body);
        return true;
    case RECORD_BUILD_ID:
        feature_read_build_id(rec, record->misc, record->body);
        return true;
    case RECORD_AUXTRACE:
        rec->has_traces = true;
        return true;
    case RECORD_UNTHROTTLE:
    case RECORD_TRACING_DATA:
        break;
    }
    return true;
}

/* After some records come bytes that are not counted in their size. */
static bool find_payload(const struct record *record, uint64_t *n)
{
    struct bytes body = record->body;
    uint32_t n32 = 0;

    *n = 0;
    if (record->type == RECORD_AUXTRACE)
        return bytes_u64(&body, n);
    if (record->type != RECORD_TRACING_DATA)
        return true;
    if (!bytes_u32(&body, &n32))
        return false;
    *n = ((uint64_t)n32 + 7) / 8 * 8;
    return true;
}

static bool take_payload(struct recording *rec, const struct record *record, uint64_t from,
                         uint64_t n)
{
    if (record->type != RECORD_TRACING_DATA)
        return true;
    buf_clear(&rec->tracing);
    return store_copy(&rec->store, from, n, &rec->tracing, rec->f);
}

static bool scan_unpacked(struct recording *rec)
{
    struct bytes b = bytes_of(
        str_from_to(buf_str(&rec->store.unpacked), rec->scanned, rec->store.unpacked.n), rec->big);
    struct record record;

    while (record_take(&b, &record)) {
        record.at = STORE_UNPACKED + rec->scanned;
        rec->scanned = rec->store.unpacked.n - b.n;
        if (!take_record(rec, &record))
            return false;
    }
    return true;
}

/* Takes the next record; false when it is incomplete, or with a fault. */
static bool scan_one(struct recording *rec, uint64_t *at, uint64_t to)
{
    struct record record;
    struct bytes b;
    uint64_t payload;

    if (!record_lend(&rec->view, *at, &b))
        return false;
    if (b.n > to - *at)
        b.n = (size_t)(to - *at);
    if (!record_take(&b, &record))
        return false;
    record.at = *at;
    uint64_t size = RECORD_HEADER + record.body.n;
    if (!find_payload(&record, &payload) || payload > to - *at - size)
        return false;
    *at += size + payload;
    return take_payload(rec, &record, record.at + size, payload) && take_record(rec, &record) &&
           scan_unpacked(rec);
}

/* Unpacked bytes end with a whole record, unless the compressed data ends too early. */
static void note_unpacked(struct recording *rec, bool is_whole)
{
    if (rec->scanned < rec->store.unpacked.n && is_whole && !rec->is_cut && !rec->is_damaged)
        recording_note(rec, rec->scanned, "no whole record found in the unpacked data: the rest");
}

/* perf record writes whole records; a program that writes to the same pipe may add to them. */
static bool scan(struct recording *rec, uint64_t from, uint64_t to)
{
    enum { PROGRESS_EVERY = 8 << 20 };
    const struct reading *r = rec->r;
    uint64_t told = from;

    while (from < to && scan_one(rec, &from, to)) {
        if (!r->progress || from - told < PROGRESS_EVERY)
            continue;
        r->progress(r->progress_context, from);
        told = from;
    }
    if (rec->f->kind != FAULT_NONE)
        return false;
    if (from < to && !rec->is_cut)
        recording_note(rec, from, "no whole record found: the rest");
    note_unpacked(rec, from == to);
    return true;
}

/* The records of a file are compressed as one stream. */
static void begin_file(struct recording *rec)
{
    if (rec->unpack)
        unpack_free(rec->unpack);
    rec->unpack = NULL;
    rec->is_damaged = false;
    rec->scanned = rec->store.unpacked.n;
    view_free(&rec->view);
    view_init(&rec->view, &rec->store, rec->big, rec->f);
}

/* Threads of perf record write files of their own next to the one with the header: just records. */
static bool scan_others(struct recording *rec)
{
    struct buf path = {0};
    struct stat status;
    bool ok = true;

    for (unsigned i = 0; ok; i++) {
        uint64_t from = rec->store.size;
        companion_thread(rec->r->folder, i, &path);
        if (stat(path.p, &status) != 0) {
            ok = errno == ENOENT ||
                 fault_set(rec->f, FAULT_SYSTEM, "%s: %s", path.p, strerror(errno));
            break;
        }
        if (!S_ISREG(status.st_mode))
            break;
        ok = status.st_size == 0 || store_add_file(&rec->store, path.p, rec->f);
        if (ok && rec->store.size > from) {
            begin_file(rec);
            ok = scan(rec, from, rec->store.size);
        }
    }
    buf_free(&path);
    return ok;
}

static bool scan_all(struct recording *rec)
{
    view_init(&rec->view, &rec->store, rec->big, rec->f);
    bool ok = scan(rec, rec->data_from, rec->data_to) && (!rec->r->folder || scan_others(rec));
    view_free(&rec->view);
    return ok;
}

/* If no sample preceded damaged compressed data, that damage is the fault. */
static bool has_what_was_packed(const struct recording *rec)
{
    struct str why = names_get(&rec->names, rec->damage);
    bool any = rec->damage == 0;

    for (size_t i = 0; !any && i < rec->n_records; i++)
        any = (rec->records[i].at & RECORD_IS_SAMPLE) != 0;
    return any || fault_set(rec->f, FAULT_INPUT, "%.*s", (int)why.n, why.p);
}

bool recording_read(struct recording *rec, struct reading *r, struct blocks *blocks,
                    struct fault *f)
{
    *rec = (struct recording){.r = r, .f = f, .options = &r->ask->symbols};
    names_init(&rec->names);
    if (!store_open(&rec->store, r, blocks, f) || !header_read(rec) || !scan_all(rec) ||
        !has_what_was_packed(rec))
        return false;
    r->tally.bytes = rec->store.size;
    feature_name_events(rec);
    order_records(rec->records, rec->n_records);
    return true;
}
