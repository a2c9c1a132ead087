/* PERFILE2, where attributes and data lie, and records of {u32 type, u16 misc, u16 size, ...} */
#include "input/perf_data/recording.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "input/perf_data/feature.h"
#include "input/perf_data/order.h"

enum { RECORD_HEADER = 8, PIPE_HEADER = 16, AT_ATTRS = 24, FILE_HEADER = 72, FEATURES_BYTES = 32 };

static bool broken(struct recording *rec, uint64_t at, const char *what)
{
    return fault_set(rec->f, FAULT_INPUT, "%s:@0x%" PRIx64 ": %s", rec->r->name, at, what);
}

static void note(struct recording *rec, uint64_t at, const char *what)
{
    char place[40];
    int n = snprintf(place, sizeof place, "at 0x%" PRIx64, at);

    notes_add(&rec->r->notes, rec->r->name, 0, what, (struct str){place, (size_t)n});
}

/* Bytes are read straight to where they stay. */
static bool take_source(struct recording *rec, struct source *source)
{
    struct reading *r = rec->r;
    size_t got = 1;

    if (source->seekable && source->size > source->at)
        buf_reserve(&rec->bytes, (size_t)(source->size - source->at) + 1);
    while (got) {
        char *to = buf_reserve(&rec->bytes, SOURCE_BLOCK);
        if (!source_read(source, to, SOURCE_BLOCK, &got, rec->f))
            return false;
        rec->bytes.n += got;
        if (r->progress)
            r->progress(r->progress_context, rec->bytes.n);
    }
    return true;
}

static void end_file(struct recording *rec)
{
    rec->ends = mem_grow(rec->ends, &rec->ends_room, rec->n_ends + 1, sizeof *rec->ends);
    rec->ends[rec->n_ends++] = rec->bytes.n;
}

/* Threads of perf record write files of their own beside the one that has the header: records, and
 * nothing before them. */
static bool take_others(struct recording *rec)
{
    struct buf path = {.max = 0};
    struct source source;
    struct stat status;
    char number[16];
    bool ok = true;

    for (unsigned i = 0; ok; i++) {
        buf_clear(&path);
        buf_add(&path, str_of(rec->r->folder));
        int n = snprintf(number, sizeof number, "/data.%u", i);
        buf_add(&path, (struct str){number, (size_t)n + 1});
        if (stat(path.p, &status) != 0 || !S_ISREG(status.st_mode))
            break;
        if (status.st_size == 0)
            continue;
        ok = source_open(&source, path.p, rec->r->limits, rec->f) && take_source(rec, &source);
        source_close(&source);
        end_file(rec);
    }
    buf_free(&path);
    return ok;
}

static bool take_all(struct recording *rec, struct blocks *blocks)
{
    struct str block;

    if (!blocks_next_bytes(blocks, &block, rec->f))
        return false;
    buf_add(&rec->bytes, block);
    if (!take_source(rec, blocks->source))
        return false;
    end_file(rec);
    return !rec->r->folder || take_others(rec);
}

static struct bytes bytes_from(const struct recording *rec, uint64_t from, uint64_t to)
{
    struct str all = buf_str(&rec->bytes);

    from = from < all.n ? from : all.n;
    to = to < all.n ? to : all.n;
    return bytes_of(str_from_to(all, (size_t)from, (size_t)(to < from ? from : to)), rec->big);
}

/* A part of the file as {u64 offset, u64 size} says it. */
struct section {
    uint64_t offset, size;
};

static bool cut_section(struct bytes *b, struct section *s)
{
    return bytes_u64(b, &s->offset) && bytes_u64(b, &s->size);
}

/* Those that do not lie in the file are empty. */
static struct bytes section_bytes(const struct recording *rec, struct section s)
{
    if (s.offset > rec->bytes.n || s.size > rec->bytes.n - s.offset)
        return bytes_from(rec, 0, 0);
    return bytes_from(rec, s.offset, s.offset + s.size);
}

static bool read_attrs(struct recording *rec, struct section attrs, uint64_t entry_size)
{
    enum { SECTION = 16, ATTR_LEAST = 64 };
    struct bytes b = section_bytes(rec, attrs);
    struct section ids;
    uint64_t id;

    if (entry_size < ATTR_LEAST + SECTION || b.n < entry_size)
        return broken(rec, AT_ATTRS, "no attributes of events found, wanted some");
    for (; b.n >= entry_size; b.n -= (size_t)entry_size, b.p += entry_size) {
        struct bytes attr = {b.p, (size_t)entry_size - SECTION, b.big};
        struct bytes end = {b.p + attr.n, SECTION, b.big};
        if (!events_add_attr(&rec->events, attr))
            return broken(rec, AT_ATTRS, "attributes of an event cut short or damaged");
        if (!cut_section(&end, &ids))
            return false;
        struct bytes list = section_bytes(rec, ids);
        while (bytes_u64(&list, &id))
            events_add_id(&rec->events, id, rec->events.n - 1);
    }
    return true;
}

/* Big-endian machines wrote the set as words of 32 or 64 bits: it is that in which the host or the
 * command has its bit. */
static bool has_feature(struct bytes set, unsigned word, unsigned feature)
{
    unsigned at = feature / 64 * 8;

    if (word == 32)
        return u32_at(set.p + feature / 32 * 4, set.big) >> feature % 32 & 1;
    return u64_at(set.p + at, set.big) >> feature % 64 & 1;
}

static void read_features(struct recording *rec, struct bytes set)
{
    struct bytes table = bytes_from(rec, rec->data_to, rec->ends[0]);
    unsigned word = 64;
    struct section s;

    if (!has_feature(set, 64, FEATURE_HOSTNAME) && !has_feature(set, 64, FEATURE_COMMAND))
        word = 32;
    for (unsigned i = 0; i < 8 * FEATURES_BYTES; i++)
        if (has_feature(set, word, i) && cut_section(&table, &s))
            feature_read(rec, i, section_bytes(rec, s));
}

/* What perf record was stopped from finishing says 0 for the size of its data. */
static void find_data(struct recording *rec, struct section data, struct bytes set)
{
    const uint64_t end = rec->ends[0];

    rec->data_from = data.offset < end ? data.offset : end;
    rec->data_to = end;
    if (data.size == 0)
        note(rec, data.offset,
             "the size of the data is not said, as the recording was not finished: its header");
    else if (data.size > end - rec->data_from)
        rec->is_cut = true;
    else {
        rec->data_to = rec->data_from + data.size;
        read_features(rec, set);
    }
    if (rec->is_cut)
        note(rec, end, "the recording is cut short: what should follow");
}

static bool read_header(struct recording *rec)
{
    struct str all = buf_str(&rec->bytes);
    uint64_t size, entry_size;
    struct section attrs, data;

    rec->big = str_starts(all, STR("2ELIFREP"));
    if (!rec->big && !str_starts(all, STR("PERFILE2")))
        return broken(rec, 0, "no recording of perf found, wanted one that begins with PERFILE2");
    struct bytes b = bytes_from(rec, 8, UINT64_MAX);
    if (!bytes_u64(&b, &size))
        return broken(rec, all.n, "the end found inside the header, wanted 104 bytes of it");
    rec->is_pipe = size == PIPE_HEADER;
    if (rec->is_pipe) {
        rec->data_from = PIPE_HEADER;
        rec->data_to = rec->ends[0];
        return true;
    }
    if (!bytes_u64(&b, &entry_size) || !cut_section(&b, &attrs) || !cut_section(&b, &data) ||
        all.n < FILE_HEADER + FEATURES_BYTES)
        return broken(rec, all.n, "the end found inside the header, wanted 104 bytes of it");
    if (!read_attrs(rec, attrs, entry_size))
        return false;
    find_data(rec, data, bytes_from(rec, FILE_HEADER, FILE_HEADER + FEATURES_BYTES));
    return true;
}

static uint64_t time_at_end(const struct event *e, struct bytes body)
{
    if (e->trailer_time < 0 || (size_t)e->trailer_time > body.n)
        return 0;
    return u64_at(body.p + body.n - e->trailer_time, body.big);
}

const struct event *recording_event_of(struct recording *rec, struct bytes body)
{
    const struct event *first = rec->events.rows;

    if (rec->events.n == 1 || first->id_at < 0 || (size_t)first->id_at + 8 > body.n)
        return first;
    const struct event_id *id =
        events_find_id(&rec->events, u64_at(body.p + first->id_at, body.big));
    return id ? &rec->events.rows[id->event] : first;
}

/* When a record was made; in records that are no samples it is said at their end, as in those of
 * the event that made them. */
static uint64_t time_of(struct recording *rec, const struct record *record)
{
    const struct event *first = rec->events.rows;
    const struct bytes body = record->body;

    if (record->type != RECORD_SAMPLE) {
        if (first->trailer_id < 0 || rec->events.n == 1 || (size_t)first->trailer_id > body.n)
            return time_at_end(first, body);
        const struct event_id *id =
            events_find_id(&rec->events, u64_at(body.p + body.n - first->trailer_id, body.big));
        return time_at_end(id ? &rec->events.rows[id->event] : first, body);
    }
    const struct event *e = recording_event_of(rec, body);
    if (e->time_at < 0 || (size_t)e->time_at + 8 > body.n)
        return 0;
    return u64_at(body.p + e->time_at, body.big);
}

static bool keep(struct recording *rec, const struct record *record)
{
    struct record_at at = {0, record->at};

    if (rec->events.n == 0)
        return broken(rec, record->at, "a record stands before any event, wanted attributes");
    at.time_ns = time_of(rec, record);
    if (at.time_ns == UINT64_MAX)
        at.time_ns = 0;
    rec->records =
        mem_grow(rec->records, &rec->records_room, rec->n_records + 1, sizeof *rec->records);
    rec->records[rec->n_records++] = at;
    return true;
}

static bool scan_unpacked(struct recording *rec);

/* The records of one piece go on where those of the piece before it ended. */
static bool unpack(struct recording *rec, struct str in)
{
    enum { ROOM = 64 << 10 };
    struct unpack_room room;

    if (!rec->unpack) {
        rec->unpack = unpack_new(PACKING_ZSTD, rec->r->name, rec->r->limits, rec->f);
        if (!rec->unpack)
            return false;
    }
    do {
        room = (struct unpack_room){buf_reserve(&rec->unpacked, ROOM), ROOM};
        if (!unpack_some(rec->unpack, &in, false, &room, rec->f))
            return false;
        rec->unpacked.n += ROOM - room.n;
    } while (in.n || room.n == 0);
    return scan_unpacked(rec);
}

static bool take_compressed(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t n = body.n;
    struct str in;

    if (record->at >= rec->bytes.n)
        return broken(rec, record->at, "a packed record inside a packed one");
    if (record->type == RECORD_COMPRESSED2 && !bytes_u64(&body, &n))
        return broken(rec, record->at, "a packed record is cut short");
    if (!bytes_str(&body, n, &in))
        return broken(rec, record->at, "a packed record says more bytes than it has");
    return unpack(rec, in);
}

/* {attr, u64 ids...}; the size in the attribute says where they begin. */
static bool take_attr(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t id;

    if (!events_add_attr(&rec->events, body))
        return broken(rec, record->at, "attributes of an event cut short or damaged");
    size_t size = u32_at(body.p + 4, body.big);
    if (!bytes_skip(&body, size ? size : 64))
        return false;
    while (bytes_u64(&body, &id))
        events_add_id(&rec->events, id, rec->events.n - 1);
    return true;
}

/* What it says is lent, and bytes that were unpacked move. */
static void take_feature(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t feature;

    if (record->at < rec->bytes.n && bytes_u64(&body, &feature))
        feature_read(rec, feature, body);
}

/* {u64 id, u64 lost} or {u64 lost} */
static void take_lost(struct recording *rec, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t n = 0;
    bool said = record->type == RECORD_LOST_SAMPLES || bytes_u64(&body, &n);

    if (said && bytes_u64(&body, &n) && n < UINT64_MAX - rec->n_lost)
        rec->n_lost += n;
}

static bool take_record(struct recording *rec, const struct record *record)
{
    switch ((enum record_type)record->type) {
    case RECORD_MMAP:
    case RECORD_MMAP2:
    case RECORD_COMM:
    case RECORD_FORK:
    case RECORD_EXIT:
    case RECORD_SAMPLE:
    case RECORD_SWITCH:
    case RECORD_SWITCH_CPU_WIDE:
    case RECORD_NAMESPACES:
    case RECORD_KSYMBOL:
    case RECORD_CALLCHAIN_DEFERRED:
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
    case RECORD_UNTHROTTLE:
    case RECORD_TRACING_DATA:
    case RECORD_AUXTRACE:
        break;
    }
    rec->n_others++;
    return true;
}

/* Cuts a record off the bytes; false when there is no whole one. */
static bool cut_record(struct bytes *b, struct record *record)
{
    if (b->n < RECORD_HEADER)
        return false;
    size_t size = u16_at(b->p + 6, b->big);
    if (size < RECORD_HEADER || size > b->n)
        return false;
    record->type = u32_at(b->p, b->big);
    record->misc = u16_at(b->p + 4, b->big);
    record->body = (struct bytes){b->p + RECORD_HEADER, size - RECORD_HEADER, b->big};
    b->p += size;
    b->n -= size;
    return true;
}

/* Behind some records stand bytes that are not counted in their size. */
static bool skip_payload(struct recording *rec, struct bytes *b, const struct record *record)
{
    struct bytes body = record->body;
    uint64_t n = 0;
    uint32_t n32 = 0;

    if (record->type == RECORD_TRACING_DATA) {
        if (!bytes_u32(&body, &n32))
            return false;
        n = ((uint64_t)n32 + 7) / 8 * 8;
        if (n32 <= b->n)
            rec->tracing = (struct str){(const char *)b->p, n32};
    } else if (record->type == RECORD_AUXTRACE && !bytes_u64(&body, &n)) {
        return false;
    }
    return bytes_skip(b, n);
}

/* perf record writes whole records; a program that writes to the same pipe may add to them. */
static bool scan(struct recording *rec, uint64_t from, uint64_t to)
{
    struct bytes b = bytes_from(rec, from, to);
    struct record record;
    bool whole = true;

    while (whole && b.n) {
        uint64_t at = to - b.n;
        whole = cut_record(&b, &record) && skip_payload(rec, &b, &record);
        record.at = at;
        if (whole && !take_record(rec, &record))
            return false;
        if (whole || rec->is_cut)
            continue;
        note(rec, at, "no whole record found: what follows");
    }
    return true;
}

static bool scan_unpacked(struct recording *rec)
{
    struct bytes b =
        bytes_of(str_from_to(buf_str(&rec->unpacked), rec->scanned, rec->unpacked.n), rec->big);
    struct record record;

    while (cut_record(&b, &record)) {
        record.at = rec->bytes.n + rec->scanned;
        rec->scanned = rec->unpacked.n - b.n;
        if (!take_record(rec, &record))
            return false;
    }
    return true;
}

static bool scan_all(struct recording *rec)
{
    if (!scan(rec, rec->data_from, rec->data_to))
        return false;
    for (size_t i = 1; i < rec->n_ends; i++)
        if (!scan(rec, rec->ends[i - 1], rec->ends[i]))
            return false;
    return true;
}

bool recording_read(struct recording *rec, struct reading *r, struct blocks *blocks,
                    struct fault *f)
{
    static const struct symbol_options nothing = {.files = false};

    *rec = (struct recording){
        .r = r, .f = f, .options = r->symbols ? r->symbols : &nothing, .tracing = STR("")};
    names_init(&rec->names);
    if (!take_all(rec, blocks) || !read_header(rec) || !scan_all(rec))
        return false;
    r->tally.bytes = rec->bytes.n;
    feature_name_events(rec);
    order_records(rec->records, rec->n_records);
    return true;
}

void recording_free(struct recording *rec)
{
    buf_free(&rec->bytes);
    buf_free(&rec->unpacked);
    if (rec->unpack)
        unpack_free(rec->unpack);
    events_free(&rec->events);
    names_free(&rec->names);
    mem_free(rec->ends, rec->ends_room, sizeof *rec->ends);
    mem_free(rec->ids, rec->ids_room, sizeof *rec->ids);
    mem_free(rec->records, rec->records_room, sizeof *rec->records);
}

struct record recording_get(const struct recording *rec, uint64_t at)
{
    struct str all = buf_str(at < rec->bytes.n ? &rec->bytes : &rec->unpacked);
    uint64_t from = at < rec->bytes.n ? at : at - rec->bytes.n;
    struct bytes b = bytes_of(str_from_to(all, (size_t)from, all.n), rec->big);
    struct record record = {.body = {b.p, 0, b.big}};

    if (cut_record(&b, &record))
        record.at = at;
    return record;
}
