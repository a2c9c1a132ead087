/* PERFILE2, the sizes of the header and of an attribute, where attributes and data lie, features
 * Reads the header of a recording. */
#include "input/perf_data/header.h"

#include "input/perf_data/code/embedded_files.h"
#include "input/perf_data/feature.h"

enum { PIPE_HEADER = 16, AT_ATTRS = 24, FILE_HEADER = 72 };

/* A part of the file as {u64 offset, u64 size} says it. */
struct section {
    uint64_t offset, size;
};

static bool parse_section(struct bytes *b, struct section *s)
{
    return bytes_u64(b, &s->offset) && bytes_u64(b, &s->size);
}

/* Reads a section into the empty buffer; empty if it does not lie in the file. */
static bool read_section(const struct recording *rec, struct section s, struct buf *to,
                         struct bytes *bytes)
{
    bool lies_in = s.offset <= rec->store.first && s.size <= rec->store.first - s.offset;

    *bytes = bytes_of(STR(""), rec->big);
    buf_clear(to);
    if (lies_in && !store_copy(&rec->store, s.offset, s.size, to, rec->f))
        return false;
    *bytes = bytes_of(buf_str(to), rec->big);
    return true;
}

/* Reads a list of attributes, each followed by the place of its ids. */
static bool take_attrs(struct recording *rec, struct bytes b, uint64_t entry_size, struct buf *list)
{
    enum { SECTION = 16 };
    uint64_t left = rec->store.first; /* lists of ids do not overlap */
    struct section ids;
    struct bytes numbers;
    uint64_t id;

    for (; b.n >= entry_size; b.n -= (size_t)entry_size, b.p += entry_size) {
        struct bytes attr = {b.p, (size_t)entry_size - SECTION, b.big};
        struct bytes end = {b.p + attr.n, SECTION, b.big};
        if (!events_add_attr(&rec->events, attr) || !parse_section(&end, &ids))
            return recording_broken(rec, AT_ATTRS,
                                    "attributes of an event found cut short or damaged");
        if (ids.size > left)
            return recording_broken(rec, AT_ATTRS, "lists of ids longer than the file");
        left -= ids.size;
        if (!read_section(rec, ids, list, &numbers))
            return false;
        while (bytes_u64(&numbers, &id))
            events_add_id(&rec->events, id, rec->events.n - 1);
    }
    return true;
}

static bool read_attrs(struct recording *rec, struct section attrs, uint64_t entry_size)
{
    enum { ENTRY_LEAST = 64 + 16 };
    struct buf section = {0};
    struct buf list = {0};
    struct bytes b;
    bool ok = read_section(rec, attrs, &section, &b);

    if (ok && (entry_size < ENTRY_LEAST || b.n < entry_size))
        ok = recording_broken(rec, AT_ATTRS, "no attributes of events found, wanted some");
    ok = ok && take_attrs(rec, b, entry_size, &list);
    buf_free(&section);
    buf_free(&list);
    return ok;
}

static bool has_feature(struct bytes set, unsigned word, unsigned feature)
{
    if (word == 32)
        return u32_at(set.p + (size_t)(feature / 32) * 4, set.big) >> feature % 32 & 1;
    return u64_at(set.p + (size_t)(feature / 64) * 8, set.big) >> feature % 64 & 1;
}

/* Big-endian machines wrote the set as 32-bit or 64-bit words: takes the one in which the host or
 * command has its bit. */
static unsigned word_of(struct bytes set)
{
    bool in_64 =
        has_feature(set, 64, PERF_FEATURE_HOSTNAME) || has_feature(set, 64, PERF_FEATURE_COMMAND);
    bool in_32 =
        has_feature(set, 32, PERF_FEATURE_HOSTNAME) || has_feature(set, 32, PERF_FEATURE_COMMAND);

    return in_32 && !in_64 ? 32 : 64;
}

/* After the records comes a table with the place of each feature. */
static bool read_features(struct recording *rec, struct bytes set)
{
    enum { SECTION = 16 };
    uint64_t behind = rec->store.first - rec->data_to;
    struct section table = {rec->data_to, (uint64_t)SECTION * 8 * PERF_FEATURES_BYTES};
    struct buf places = {0};
    struct buf section = {0};
    struct bytes left;
    struct bytes body = {NULL, 0, rec->big};
    struct section s;
    unsigned word = word_of(set);

    if (table.size > behind)
        table.size = behind;
    bool ok = read_section(rec, table, &places, &left);
    for (unsigned i = 0; ok && i < 8 * PERF_FEATURES_BYTES; i++) {
        if (!has_feature(set, word, i))
            continue;
        if (!parse_section(&left, &s))
            break;
        if (i == PERF_FEATURE_TAKEN_FILES) {
            ok = embedded_read(rec, s.offset, s.size);
            continue;
        }
        ok = !feature_is_read(i) || read_section(rec, s, &section, &body);
        if (ok && feature_is_read(i))
            feature_read(rec, i, body);
    }
    buf_free(&places);
    buf_free(&section);
    return ok;
}

/* If perf record was killed, the size of its data is 0. */
static bool find_data(struct recording *rec, struct section data, struct bytes set)
{
    const uint64_t end = rec->store.first;

    rec->data_from = data.offset < end ? data.offset : end;
    rec->data_to = end;
    if (data.size && data.size <= end - rec->data_from) {
        rec->data_to = rec->data_from + data.size;
        return read_features(rec, set);
    }
    rec->is_cut = data.size != 0;
    if (rec->is_cut)
        recording_note(rec, end, "the recording is cut short: the rest");
    else
        recording_note(rec, data.offset,
                       "a header without the size of the data, as the recording was not finished");
    return true;
}

bool header_read(struct recording *rec)
{
    enum { WHOLE = FILE_HEADER + PERF_FEATURES_BYTES };
    struct buf bytes = {0};
    struct section first = {0, rec->store.first < WHOLE ? rec->store.first : WHOLE};
    struct section attrs = {0, 0};
    struct section data = {0, 0};
    unsigned char features[PERF_FEATURES_BYTES] = {0};
    struct bytes set = {features, PERF_FEATURES_BYTES, false};
    uint64_t size, entry_size;
    struct bytes b;
    bool ok = read_section(rec, first, &bytes, &b);

    rec->big = ok && str_starts(buf_str(&bytes), STR("2ELIFREP"));
    b.big = rec->big;
    if (ok && !rec->big && !str_starts(buf_str(&bytes), STR("PERFILE2")))
        ok = recording_broken(rec, 0,
                              "no recording of perf found, wanted one that begins with PERFILE2");
    set.big = b.big;
    if (bytes.n == WHOLE)
        memcpy(features, b.p + FILE_HEADER, PERF_FEATURES_BYTES);
    ok = ok && bytes_skip(&b, 8);
    rec->is_pipe = ok && bytes_u64(&b, &size) && size == PIPE_HEADER;
    if (rec->is_pipe) {
        rec->data_from = PIPE_HEADER;
        rec->data_to = rec->store.first;
    } else if (ok && (bytes.n < WHOLE || !bytes_u64(&b, &entry_size) ||
                      !parse_section(&b, &attrs) || !parse_section(&b, &data))) {
        ok = recording_broken(rec, bytes.n,
                              "the end found inside the header, wanted 104 bytes of it");
    } else {
        ok = ok && read_attrs(rec, attrs, entry_size) && find_data(rec, data, set);
    }
    buf_free(&bytes);
    return ok;
}
