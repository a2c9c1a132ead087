/* JiTD, version, size, machine, 0, pid, time, flags; then records: type, size, time, ...
 * Reads the records of a jitdump. */
#include "symbol/jitdump.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

enum record_type { LOAD, MOVE, DEBUG_INFO, CLOSE, UNWINDING_INFO };

enum {
    HEADER = 40,
    PREFIX = 16,
    LOAD_HEAD = PREFIX + 40,
    MOVE_HEAD = PREFIX + 48,
    LINES_HEAD = PREFIX + 16,
    LINE_HEAD = 16,
    UNWINDING_HEAD = PREFIX + 24,
    RECORD_MOST = 64 << 20, /* of lines and unwinding */
};

void jitdump_init(struct jitdump *d, const struct limits *limits)
{
    bool named = limits->name && limits->name < RECORD_MOST;

    *d = (struct jitdump){.lines_from = UINT64_MAX,
                          .name_most = named ? limits->name : RECORD_MOST,
                          .codes_most = limits->frames ? limits->frames : UINT32_MAX};
}

static uint64_t number_at(const struct jitdump *d, size_t at, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++) {
        unsigned shift = 8 * (d->in.big_endian ? bytes - 1 - i : i);
        value |= (uint64_t)(unsigned char)d->in.record.p[at + i] << shift;
    }
    return value;
}

static uint32_t u32_at(const struct jitdump *d, size_t at)
{
    return (uint32_t)number_at(d, at, 4);
}

static uint64_t u64_at(const struct jitdump *d, size_t at)
{
    return number_at(d, at, 8);
}

static bool read_header(struct jitdump *d)
{
    struct str magic = {d->in.record.p, 4};

    d->in.big_endian = str_equal(magic, STR("JiTD"));
    if (!d->in.big_endian && !str_equal(magic, STR("DTiJ")))
        return false;
    uint32_t size = u32_at(d, 8);
    if (size < HEADER)
        return false;
    d->machine = u32_at(d, 12);
    d->pid = u32_at(d, 20);
    d->foreign_times = u64_at(d, 32) & 1;
    d->in.headed = true;
    d->in.skip = size - HEADER;
    return true;
}

/* Debug and unwinding records precede the code they describe. */
static void add_code(struct jitdump *d, struct jitdump_code code)
{
    if (code.size == 0 || d->n >= d->codes_most || d->n >= UINT32_MAX)
        return;
    if (code.size > UINT64_MAX - code.address)
        code.size = UINT64_MAX - code.address;
    code.order = (uint32_t)d->n;
    d->codes = mem_grow(d->codes, &d->room, d->n + 1, sizeof *d->codes);
    d->codes[d->n++] = code;
}

static void note_lines(struct jitdump *d, uint64_t address)
{
    if (d->in.n_lines == 0)
        return;
    uint64_t from = d->lines[d->in.lines].address - address;
    if (from < d->lines_from)
        d->lines_from = from;
}

static void read_load(struct jitdump *d)
{
    struct str record = buf_str(&d->in.record);
    struct str rest = str_from_to(record, LOAD_HEAD < record.n ? LOAD_HEAD : record.n, record.n);
    struct str name = str_from_to(rest, 0, str_find(rest, 0, STR("\0")));
    struct jitdump_code code = {.name = d->text.n, .name_size = name.n};

    if (name.n < rest.n && name.n && d->n < d->codes_most) {
        code.time = u64_at(d, 8);
        code.address = u64_at(d, PREFIX + 16);
        code.home = code.address;
        code.size = u64_at(d, PREFIX + 24);
        code.index = u64_at(d, PREFIX + 32);
        code.frames_at = code.home + ((code.size + 7) & ~(uint64_t)7);
        code.lines = d->in.lines;
        code.n_lines = (uint32_t)d->in.n_lines;
        code.frames = d->in.frames;
        code.frames_size = d->in.frames_size;
        code.head_size = d->in.head_size;
        buf_add(&d->text, name);
        add_code(d, code);
        note_lines(d, code.address);
    }
    d->in.n_lines = 0;
    d->in.frames_size = 0;
}

static void read_move(struct jitdump *d)
{
    struct jitdump_code code = {.moved = true};

    if (d->in.record.n < MOVE_HEAD)
        return;
    code.time = u64_at(d, 8);
    code.address = u64_at(d, PREFIX + 24);
    code.size = u64_at(d, PREFIX + 32);
    code.index = u64_at(d, PREFIX + 40);
    add_code(d, code);
}

static int lines_by_address(const void *a, const void *b)
{
    const struct jitdump_line *x = a;
    const struct jitdump_line *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

/* A file name written as \377 is that of the previous line. */
static void read_lines(struct jitdump *d)
{
    struct str record = buf_str(&d->in.record);
    size_t file = d->text.n;
    size_t file_size = 0;
    uint64_t left = record.n >= LINES_HEAD ? u64_at(d, PREFIX + 8) : 0;

    d->in.lines = d->n_lines;
    for (size_t at = LINES_HEAD; left && record.n > at && record.n - at > LINE_HEAD; left--) {
        struct str rest = str_from_to(record, at + LINE_HEAD, record.n);
        struct str name = str_from_to(rest, 0, str_find(rest, 0, STR("\0")));
        struct str last = str_from_to(buf_str(&d->text), file, file + file_size);
        if (name.n == rest.n)
            break;
        if (!str_equal(name, STR("\377")) && (!file_size || !str_equal(name, last))) {
            file = d->text.n;
            file_size = name.n;
            buf_add(&d->text, name);
        }
        d->lines = mem_grow(d->lines, &d->lines_room, d->n_lines + 1, sizeof *d->lines);
        d->lines[d->n_lines++] =
            (struct jitdump_line){u64_at(d, at), u32_at(d, at + 8), file, file_size};
        at += LINE_HEAD + name.n + 1;
    }
    d->in.n_lines = d->n_lines - d->in.lines;
    if (d->in.n_lines)
        qsort(d->lines + d->in.lines, d->in.n_lines, sizeof *d->lines, lines_by_address);
}

/* The .eh_frame precedes its .eh_frame_hdr. */
static void read_unwinding(struct jitdump *d)
{
    struct str record = buf_str(&d->in.record);

    if (record.n < UNWINDING_HEAD)
        return;
    uint64_t size = u64_at(d, PREFIX);
    uint64_t head = u64_at(d, PREFIX + 8);
    if (size > record.n - UNWINDING_HEAD || head > size)
        return;
    struct str bytes = str_from_to(record, UNWINDING_HEAD, UNWINDING_HEAD + (size_t)size);
    struct str last = str_from_to(buf_str(&d->frames), d->in.frames, d->frames.n);
    if (!str_equal(bytes, last)) {
        d->in.frames = d->frames.n;
        buf_add(&d->frames, bytes);
    }
    d->in.frames_size = bytes.n;
    d->in.head_size = (size_t)head;
}

static void read_record(struct jitdump *d)
{
    switch (u32_at(d, 0)) {
    case LOAD:
        read_load(d);
        break;
    case MOVE:
        read_move(d);
        break;
    case DEBUG_INFO:
        read_lines(d);
        break;
    case UNWINDING_INFO:
        read_unwinding(d);
        break;
    default:
        break;
    }
}

/* How many bytes of a record are kept: of a code record only its head and name. */
static size_t kept_of(const struct jitdump *d, uint32_t type, uint32_t size)
{
    uint64_t most = PREFIX;

    if (type == LOAD)
        most = LOAD_HEAD + d->name_most + 1;
    else if (type == MOVE)
        most = MOVE_HEAD;
    else if (type == DEBUG_INFO || type == UNWINDING_INFO)
        most = size <= RECORD_MOST ? size : PREFIX;
    return size < most ? size : (size_t)most;
}

static bool collect(struct jitdump *d, struct str *bytes, size_t want)
{
    size_t n = want > d->in.record.n ? want - d->in.record.n : 0;

    if (n > bytes->n)
        n = bytes->n;
    buf_add(&d->in.record, str_from_to(*bytes, 0, n));
    *bytes = str_from_to(*bytes, n, bytes->n);
    return d->in.record.n >= want;
}

static void skip_bytes(struct jitdump *d, struct str *bytes)
{
    size_t n = d->in.skip < bytes->n ? (size_t)d->in.skip : bytes->n;

    *bytes = str_from_to(*bytes, n, bytes->n);
    d->in.skip -= n;
}

bool jitdump_read(struct jitdump *d, struct str bytes)
{
    while (bytes.n && !d->damaged) {
        skip_bytes(d, &bytes);
        if (d->in.skip || !collect(d, &bytes, d->in.headed ? PREFIX : HEADER))
            break;
        if (!d->in.headed) {
            d->damaged = !read_header(d);
            buf_clear(&d->in.record);
            continue;
        }
        uint32_t size = u32_at(d, 4);
        size_t kept = kept_of(d, u32_at(d, 0), size);
        d->damaged = size < PREFIX;
        if (d->damaged || !collect(d, &bytes, kept))
            break;
        read_record(d);
        buf_clear(&d->in.record);
        d->in.skip = size - kept;
    }
    return !d->damaged;
}

/* A code record cut short may still have its name. */
static void read_end(struct jitdump *d)
{
    d->cut = d->in.skip || d->in.record.n || !d->in.headed;
    if (d->in.headed && !d->damaged && d->in.record.n >= LOAD_HEAD && u32_at(d, 0) == LOAD)
        read_load(d);
    buf_free(&d->in.record);
}

struct jitdump_key {
    uint64_t index;
    uint32_t code;
};

static int codes_by_time(const void *a, const void *b)
{
    const struct jitdump_code *x = a;
    const struct jitdump_code *y = b;

    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int keys_by_index(const void *a, const void *b)
{
    const struct jitdump_key *x = a;
    const struct jitdump_key *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

/* Lends the last code with that index that precedes one in the dump. */
static const struct jitdump_code *numbered_before(const struct jitdump *d, uint64_t index,
                                                  uint32_t code)
{
    size_t from = 0;
    size_t to = d->n_keys;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        const struct jitdump_key *k = &d->keys[middle];
        if (k->index < index || (k->index == index && k->code < code))
            from = middle + 1;
        else
            to = middle;
    }
    return from && d->keys[from - 1].index == index ? &d->codes[d->keys[from - 1].code] : NULL;
}

const struct jitdump_code *jitdump_numbered(const struct jitdump *d, uint64_t index)
{
    return numbered_before(d, index, UINT32_MAX);
}

static void number_codes(struct jitdump *d)
{
    d->keys = mem_alloc(d->n, sizeof *d->keys);
    for (uint32_t i = 0; i < d->n; i++)
        if (!d->codes[i].moved)
            d->keys[d->n_keys++] = (struct jitdump_key){d->codes[i].index, i};
    if (d->n_keys)
        qsort(d->keys, d->n_keys, sizeof *d->keys, keys_by_index);
}

/* A moved code gets the name of the code loaded under its index; without that, it is dropped. */
static void name_moved(struct jitdump *d)
{
    for (uint32_t i = 0; i < d->n; i++) {
        struct jitdump_code *c = &d->codes[i];
        const struct jitdump_code *loaded = c->moved ? numbered_before(d, c->index, i) : NULL;
        if (!loaded) {
            c->size = c->moved ? 0 : c->size;
            continue;
        }
        struct jitdump_code place = *c;
        *c = *loaded;
        c->address = place.address;
        c->size = place.size;
        c->time = place.time;
        c->order = place.order;
        c->moved = true;
    }
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return (*x > *y) - (*x < *y);
}

static void find_borders(struct jitdump *d)
{
    size_t n = 0;

    d->borders = mem_alloc(2 * d->n, sizeof *d->borders);
    for (size_t i = 0; i < d->n; i++) {
        d->borders[2 * i] = d->codes[i].address;
        d->borders[2 * i + 1] = d->codes[i].address + d->codes[i].size;
    }
    if (d->n)
        qsort(d->borders, 2 * d->n, sizeof *d->borders, by_number);
    for (size_t i = 0; i < 2 * d->n; i++)
        if (n == 0 || d->borders[n - 1] != d->borders[i])
            d->borders[n++] = d->borders[i];
    d->n_borders = n;
}

/* Returns how many borders are at or below an address. */
static size_t borders_until(const struct jitdump *d, uint64_t address)
{
    size_t from = 0;
    size_t to = d->n_borders;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (d->borders[middle] <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Visits the nodes of the segment tree that make up a code's range; only the topmost ones, so there
 * are few. Counts them, or if `held` is set, stores the code there. */
static void visit_range_nodes(struct jitdump *d, uint32_t code, size_t *counts)
{
    const struct jitdump_code *c = &d->codes[code];
    size_t from = borders_until(d, c->address) - 1 + d->leaves;
    size_t to = borders_until(d, c->address + c->size) - 1 + d->leaves;

    for (; c->size && from < to; from /= 2, to /= 2) {
        size_t nodes[2] = {from & 1 ? from++ : 0, to & 1 ? --to : 0};
        for (size_t i = 0; i < 2; i++) {
            if (nodes[i] && d->held)
                d->held[d->nodes[nodes[i]] + counts[nodes[i]]] = code;
            if (nodes[i])
                counts[nodes[i]]++;
        }
    }
}

static void build_tree(struct jitdump *d)
{
    d->leaves = 1;
    while (d->leaves < d->n_borders)
        d->leaves *= 2;
    size_t n = 2 * d->leaves;
    size_t *counts = mem_alloc(n, sizeof *counts);
    d->nodes = mem_alloc(n + 1, sizeof *d->nodes);
    for (uint32_t i = 0; i < d->n; i++)
        visit_range_nodes(d, i, counts);
    for (size_t i = 0; i < n; i++) {
        d->nodes[i + 1] = d->nodes[i] + counts[i];
        counts[i] = 0;
    }
    d->n_held = d->nodes[n];
    d->held = mem_alloc(d->n_held, sizeof *d->held);
    for (uint32_t i = 0; i < d->n; i++)
        visit_range_nodes(d, i, counts);
    mem_free(counts, n, sizeof *counts);
}

void jitdump_finish(struct jitdump *d)
{
    read_end(d);
    if (d->n)
        qsort(d->codes, d->n, sizeof *d->codes, codes_by_time);
    number_codes(d);
    name_moved(d);
    find_borders(d);
    build_tree(d);
}

void jitdump_free(struct jitdump *d)
{
    mem_free(d->keys, d->n, sizeof *d->keys);
    mem_free(d->borders, 2 * d->n, sizeof *d->borders);
    mem_free(d->nodes, 2 * d->leaves + 1, sizeof *d->nodes);
    mem_free(d->held, d->n_held, sizeof *d->held);
    mem_free(d->codes, d->room, sizeof *d->codes);
    mem_free(d->lines, d->lines_room, sizeof *d->lines);
    buf_free(&d->text);
    buf_free(&d->frames);
    buf_free(&d->in.record);
    *d = (struct jitdump){0};
}
