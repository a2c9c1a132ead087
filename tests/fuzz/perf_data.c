/* Any bytes are a recording or a fault, as reader.c has it, where a program, a perf map and a
 * jitdump may be named. Records stay well-formed under libFuzzer: it changes what is in them, which
 * they are, and their order. */
#include "symbol/options.h"

static const char *const folders[] = {"golden/perf-data-jit/root"};

static const struct symbol_options symbols = {.files = true,
                                              .symfs = folders,
                                              .n_symfs = 1,
                                              .perf_map_dir = "golden/perf-data-jit",
                                              .lines = true};

/* Opening files takes longer than all else: samples in the order of time are named, by a fuzzer
 * those of every eighth input. */
#define FUZZ_SYMBOLS                                                                               \
    (ordered && is_way(bytes, 1, 8) ? symbols : (struct symbol_options){.files = false})
#include "tests/fuzz/reader.c" /* NOLINT(bugprone-suspicious-include) */

#ifdef FUZZ_MUTATES

#include "input/perf_data/recording.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum {
    HEADER = 104,
    HEADER_OF_PIPE = 16,
    ATTR_SIZE_AT = 16,
    ATTRS_AT = 24,
    DATA_AT = 40,
    FEATURES_AT = 72,
    FEATURES = 256,
    SECTION = 16,
    RECORD = 8,
    RECORD_MOST = 65528,
};

/* A recording whose records are found; borrows it. */
struct shape {
    const uint8_t *p;
    size_t n;
    size_t from, to; /* the records */
    size_t n_records;
    bool big, is_pipe;
};

static size_t size_of_record(const struct shape *s, size_t at)
{
    size_t size = s->to - at < RECORD ? 0 : u16_at(s->p + at + 6, s->big);

    return size < RECORD || size > s->to - at ? 0 : size;
}

static bool find_shape(struct shape *s, const uint8_t *p, size_t n)
{
    *s = (struct shape){.p = p, .n = n, .from = HEADER_OF_PIPE, .to = n};
    if (n < HEADER_OF_PIPE)
        return false;
    s->big = memcmp(p, "PERFILE2", 8) != 0;
    s->is_pipe = u64_at(p + 8, s->big) == HEADER_OF_PIPE;
    if (!s->is_pipe) {
        if (n < HEADER)
            return false;
        uint64_t at = u64_at(p + DATA_AT, s->big);
        uint64_t size = u64_at(p + DATA_AT + 8, s->big);
        if (at < HEADER || at > n || size > n - at)
            return false;
        s->from = (size_t)at;
        s->to = (size_t)(at + size);
    }
    for (size_t at = s->from; size_of_record(s, at); at += size_of_record(s, at))
        s->n_records++;
    return s->n_records > 0;
}

static void put(uint8_t *p, uint64_t value, size_t n, bool big)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (uint8_t)(value >> 8 * (big ? n - 1 - i : i));
}

static struct str part_of(const struct shape *s, size_t at, size_t n)
{
    return (struct str){(const char *)s->p + at, n};
}

/* What stands behind the records is found by a table behind them. */
static void shift_features(const struct shape *s, struct buf *out, size_t at, uint64_t delta)
{
    uint8_t *p = (uint8_t *)out->p;
    size_t row = s->to + (size_t)delta;

    put(p + DATA_AT + 8, s->to - s->from + delta, 8, s->big);
    for (size_t i = 0; i < FEATURES; i++) {
        if (!(p[FEATURES_AT + i / 8] >> i % 8 & 1))
            continue;
        if (row > out->n || out->n - row < SECTION)
            return;
        uint64_t place = u64_at(p + row, s->big);
        if (place >= at)
            put(p + row, place + delta, 8, s->big);
        row += SECTION;
    }
}

/* Puts other bytes in the place of some, which are records. */
static void splice(const struct shape *s, struct buf *out, size_t at, size_t gone, struct str with)
{
    buf_clear(out);
    buf_add(out, part_of(s, 0, at));
    buf_add(out, with);
    buf_add(out, part_of(s, at + gone, s->n - at - gone));
    if (!s->is_pipe)
        shift_features(s, out, at, (uint64_t)with.n - gone);
}

struct chance {
    uint64_t state;
};

static size_t below(struct chance *c, size_t n)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n ? (size_t)(c->state >> 33) % n : 0;
}

static size_t any_record(const struct shape *s, struct chance *c)
{
    size_t at = s->from;

    for (size_t left = below(c, s->n_records); left; left--)
        at += size_of_record(s, at);
    return at;
}

/* Its body becomes longer or shorter, and what follows it goes along. */
static void change_body(const struct shape *s, struct buf *out, size_t at, struct chance *c)
{
    uint8_t record[RECORD_MOST];
    size_t n = size_of_record(s, at) & ~(size_t)7;
    size_t most = n + 8 * (1 + below(c, 8));

    if (n < RECORD || most > RECORD_MOST)
        return;
    memset(record, 0, sizeof record);
    memcpy(record, s->p + at, n);
    size_t body = LLVMFuzzerMutate(record + RECORD, n - RECORD, most - RECORD);
    size_t size = RECORD + ((body + 7) & ~(size_t)7);
    memset(record + RECORD + body, 0, size - RECORD - body);
    put(record + 6, size, 2, s->big);
    splice(s, out, at, size_of_record(s, at), (struct str){(const char *)record, size});
}

/* Words that mean something, and words of other records. */
static uint64_t any_word(const struct shape *s, struct chance *c)
{
    static const uint64_t words[] = {0,
                                     1,
                                     2,
                                     8,
                                     9964,
                                     UINT64_MAX,
                                     (uint64_t)-128,
                                     (uint64_t)-512,
                                     (uint64_t)-640,
                                     (uint64_t)-2048,
                                     (uint64_t)1 << 32,
                                     (uint64_t)1 << 63,
                                     0x401000,
                                     UINT32_MAX};
    size_t other = any_record(s, c);
    size_t n = size_of_record(s, other) / 8;

    if (below(c, 2))
        return words[below(c, sizeof words / sizeof words[0])];
    return u64_at(s->p + other + 8 * below(c, n), s->big) + below(c, 3) - 1;
}

static void change_word(const struct shape *s, struct buf *out, size_t at, struct chance *c)
{
    size_t n = size_of_record(s, at) / 8;

    splice(s, out, at, 0, STR(""));
    if (n < 2)
        return;
    uint8_t *to = (uint8_t *)out->p + at + 8 * (1 + below(c, n - 1));
    if (below(c, 2))
        put(to, any_word(s, c), 8, s->big);
    else
        put(to + 4 * below(c, 2), any_word(s, c), 4, s->big);
}

static void change_head(const struct shape *s, struct buf *out, size_t at, struct chance *c)
{
    static const uint8_t types[] = {1,  2,  3,  4,  5,  6,  7,  9,  10, 13, 14, 15, 16,
                                    17, 22, 64, 66, 67, 68, 71, 78, 80, 81, 83, 12, 99};

    splice(s, out, at, 0, STR(""));
    if (below(c, 2))
        put((uint8_t *)out->p + at, types[below(c, sizeof types)], 4, s->big);
    else
        put((uint8_t *)out->p + at + 4, below(c, 8) | below(c, 8) << 13, 2, s->big);
}

/* With the one behind it. */
static void change_order(const struct shape *s, struct buf *out, size_t at)
{
    size_t n = size_of_record(s, at);
    size_t other = size_of_record(s, at + n);
    struct buf both = {0};

    buf_add(&both, part_of(s, at + n, other));
    buf_add(&both, part_of(s, at, n));
    splice(s, out, at, n + other, buf_str(&both));
    buf_free(&both);
}

/* A pipe has attributes among its records. */
static void change_attrs(const struct shape *s, struct buf *out)
{
    splice(s, out, s->from, 0, STR(""));
    uint64_t at = s->is_pipe ? 0 : u64_at(s->p + ATTRS_AT, s->big);
    uint64_t n = s->is_pipe ? 0 : u64_at(s->p + ATTRS_AT + 8, s->big);
    if (n && at <= s->from && n <= s->from - at)
        LLVMFuzzerMutate((uint8_t *)out->p + at, (size_t)n, (size_t)n);
}

static void put_record(struct buf *out, unsigned type, bool big, const struct str *parts)
{
    uint8_t head[RECORD] = {0};

    put(head, type, 4, big);
    put(head + 6, RECORD + parts[0].n + parts[1].n, 2, big);
    buf_add(out, (struct str){(const char *)head, sizeof head});
    buf_add(out, parts[0]);
    buf_add(out, parts[1]);
}

/* The same records as perf writes them into a pipe, without features. */
static void make_pipe(const struct shape *s, struct buf *out)
{
    uint8_t head[HEADER_OF_PIPE];

    buf_clear(out);
    if (s->is_pipe)
        return;
    memcpy(head, s->p, 8);
    put(head + 8, HEADER_OF_PIPE, 8, s->big);
    buf_add(out, (struct str){(const char *)head, sizeof head});
    uint64_t each = u64_at(s->p + ATTR_SIZE_AT, s->big);
    uint64_t at = u64_at(s->p + ATTRS_AT, s->big);
    uint64_t n = u64_at(s->p + ATTRS_AT + 8, s->big);
    for (; each > SECTION && each < 1000 && n >= each; at += each, n -= each) {
        if (at > s->n || each > s->n - at)
            break;
        const uint8_t *ids = s->p + at + each - SECTION;
        uint64_t ids_at = u64_at(ids, s->big);
        uint64_t ids_n = u64_at(ids + 8, s->big);
        bool has_ids = ids_at <= s->n && ids_n <= s->n - ids_at && ids_n < 1000;
        const struct str parts[] = {part_of(s, (size_t)at, (size_t)each - SECTION),
                                    has_ids ? part_of(s, (size_t)ids_at, (size_t)ids_n) : STR("")};
        put_record(out, RECORD_HEADER_ATTR, s->big, parts);
    }
    buf_add(out, part_of(s, s->from, s->to - s->from));
}

static void change(const struct shape *s, struct buf *out, struct chance *c)
{
    enum { BODY, BODY_TOO, WORD, WORD_TOO, HEAD, ORDER, COPY, DROP, ATTRS, PIPE, WAYS };
    size_t at = any_record(s, c);
    size_t other = any_record(s, c);

    switch (below(c, WAYS)) {
    case BODY:
    case BODY_TOO:
        change_body(s, out, at, c);
        break;
    case HEAD:
        change_head(s, out, at, c);
        break;
    case ORDER:
        change_order(s, out, at);
        break;
    case COPY:
        splice(s, out, at, 0, part_of(s, other, size_of_record(s, other)));
        break;
    case DROP:
        splice(s, out, at, size_of_record(s, at), STR(""));
        break;
    case ATTRS:
        change_attrs(s, out);
        break;
    case PIPE:
        make_pipe(s, out);
        break;
    default:
        change_word(s, out, at, c);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    enum { RAW = 10, ROUNDS_MOST = 4 };
    struct chance chance = {seed};
    struct buf out = {0};
    struct shape shape;

    if (below(&chance, RAW) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (size_t left = 1 + below(&chance, ROUNDS_MOST); left; left--) {
        if (!find_shape(&shape, data, size))
            break;
        buf_clear(&out);
        change(&shape, &out, &chance);
        if (out.n == 0 || out.n > max_size)
            continue;
        memcpy(data, out.p, out.n);
        size = out.n;
    }
    buf_free(&out);
    return size;
}

#endif
