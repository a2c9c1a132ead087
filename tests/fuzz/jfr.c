/* Any bytes are a recording of Java Flight Recorder or a fault, as reader.c has it. Chunks stay
 * well-formed under libFuzzer: it changes what is in an event, which there are, and their order,
 * and lengths, heads and the way back from checkpoint to checkpoint follow. */
#include "tests/fuzz/reader.c" /* NOLINT(bugprone-suspicious-include) */

#ifdef FUZZ_MUTATES

#include "input/jfr/chunk.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { BODY_MOST = 16384, EVENTS_MOST = 4096, SIZE_AT = 8, POOLS_AT = 16, METADATA_AT = 24 };

struct chance {
    uint64_t state;
};

/* An event to be written: its type, and what stands behind that. */
struct part {
    uint64_t type;
    struct str body;
};

/* A chunk in parts; borrows its bytes. */
struct shape {
    struct str head;
    bool fixed;
    struct part parts[EVENTS_MOST];
    size_t n;
};

static size_t below(struct chance *c, size_t n)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n ? (size_t)(c->state >> 33) % n : 0;
}

static void put_fixed(struct buf *out, uint64_t value, unsigned n)
{
    while (n--)
        buf_add_byte(out, (char)(value >> 8 * n & 0xff));
}

static void put_number(struct buf *out, uint64_t value, unsigned n, bool fixed)
{
    enum { PACKED_MOST = 9 };

    if (fixed) {
        put_fixed(out, value, n);
        return;
    }
    for (unsigned i = 1; value > 0x7f && i < PACKED_MOST; i++, value >>= 7)
        buf_add_byte(out, (char)((value & 0x7f) | 0x80));
    buf_add_byte(out, (char)value);
}

/* Cuts the first chunk of some bytes into its events. */
static bool find_shape(struct shape *s, struct str bytes, size_t *n)
{
    const struct reading r = {.name = "x"};
    struct jfr_chunk c;
    struct jfr_event event;
    struct fault f = {0};
    struct str head = bytes;

    head.n = head.n < JFR_HEAD ? head.n : JFR_HEAD;
    if (!jfr_chunk_begin(&c, head, 0, &r, &f))
        return false;
    c.n = *n = c.size && c.size < bytes.n ? (size_t)c.size : bytes.n;
    s->head = head;
    s->fixed = c.fixed;
    s->n = 0;
    struct jfr_bytes rest = jfr_chunk_events(&c);
    while (s->n < EVENTS_MOST && jfr_next(&rest, &event)) {
        struct str body = {bytes.p + event.body.at, jfr_left(&event.body)};
        s->parts[s->n++] = (struct part){event.type, body};
    }
    return s->n > 0;
}

/* How long an event is includes the number that says so. */
static void put_event(struct buf *out, const struct part *part, struct str body, bool fixed)
{
    struct buf type = {0};
    struct buf size = {0};
    size_t n = 0;

    put_number(&type, part->type, 8, fixed);
    do {
        buf_clear(&size);
        put_number(&size, ++n + type.n + body.n, 4, fixed);
    } while (size.n > n);
    buf_add(out, buf_str(&size));
    buf_add(out, buf_str(&type));
    buf_add(out, body);
    buf_free(&type);
    buf_free(&size);
}

/* Writes where the checkpoint before this one lies, which its third number says. */
static void put_back(struct buf *body, const struct part *part, uint64_t delta, bool fixed)
{
    struct jfr_bytes b = {
        .p = (const unsigned char *)part->body.p, .end = part->body.n, .fixed = fixed};

    buf_clear(body);
    jfr_long(&b);
    jfr_long(&b);
    buf_add(body, str_from_to(part->body, 0, b.at));
    jfr_long(&b);
    put_number(body, delta, 8, fixed);
    buf_add(body, str_from_to(part->body, b.at, part->body.n));
}

static void set_fixed(struct buf *out, size_t at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++)
        out->p[at + i] = (char)(value >> (56 - 8 * i) & 0xff);
}

static void put_chunk(struct buf *out, const struct shape *s)
{
    struct buf body = {0};
    size_t last = 0;
    size_t metadata = 0;
    bool was_open = str_equal(str_from_to(s->head, SIZE_AT, POOLS_AT), STR("\0\0\0\0\0\0\0\0"));

    buf_add(out, s->head);
    for (size_t i = 0; i < s->n; i++) {
        const struct part *part = &s->parts[i];
        size_t at = out->n;
        struct str text = part->body;
        if (part->type == JFR_CHECKPOINT) {
            put_back(&body, part, last ? (uint64_t)last - at : 0, s->fixed);
            text = buf_str(&body);
            last = at;
        }
        metadata = part->type == JFR_METADATA ? at : metadata;
        put_event(out, part, text, s->fixed);
    }
    set_fixed(out, SIZE_AT, was_open ? 0 : out->n);
    set_fixed(out, POOLS_AT, last);
    set_fixed(out, METADATA_AT, metadata);
    buf_free(&body);
}

/* Numbers that mean something, or are near one that is there. */
static uint64_t any_number(uint64_t now, struct chance *c)
{
    static const uint64_t numbers[] = {0,   1,   2,          3,         5,         20,        64,
                                       127, 128, UINT32_MAX, INT32_MAX, INT64_MAX, UINT64_MAX};

    if (below(c, 2))
        return numbers[below(c, sizeof numbers / sizeof numbers[0])];
    return now + below(c, 5) - 2;
}

/* Changes a number: most of a body is numbers, and each character of a text looks like one. */
static void change_number(struct buf *body, struct str text, bool fixed, struct chance *c)
{
    struct jfr_bytes b = {.p = (const unsigned char *)text.p, .end = text.n};
    size_t n = 0;

    while (jfr_left(&b) && n++ < BODY_MOST)
        jfr_long(&b);
    b = (struct jfr_bytes){.p = b.p, .end = text.n};
    for (size_t left = below(c, n); left; left--)
        jfr_long(&b);
    size_t from = b.at;
    uint64_t now = jfr_long(&b);
    if (b.wrong)
        return;
    buf_add(body, str_from_to(text, 0, from));
    put_number(body, any_number(now, c), 4, fixed && below(c, 2));
    buf_add(body, str_from_to(text, b.at, text.n));
}

static void change_bytes(struct buf *body, struct str text, struct chance *c)
{
    uint8_t bytes[BODY_MOST];

    if (text.n > sizeof bytes / 2)
        return;
    memcpy(bytes, text.p, text.n);
    size_t n = LLVMFuzzerMutate(bytes, text.n, text.n + 1 + below(c, 16));
    buf_add(body, (struct str){(const char *)bytes, n});
}

/* Changes one event. What it becomes is written to body, which outlives the parts. */
static void change(struct shape *s, struct buf *body, struct chance *c)
{
    enum { NUMBER, NUMBER_TOO, BYTES, COPY, DROP, SWAP, TYPE, WAYS };
    size_t at = below(c, s->n);
    struct part *part = &s->parts[at];
    const struct part was = *part;
    struct part *other = &s->parts[below(c, s->n)];

    switch (below(c, WAYS)) {
    case COPY:
        if (s->n < EVENTS_MOST)
            s->parts[s->n++] = was;
        break;
    case DROP:
        s->parts[at] = s->parts[--s->n];
        break;
    case SWAP:
        *part = *other;
        *other = was;
        break;
    case TYPE:
        part->type = below(c, 2) ? other->type : any_number(part->type, c);
        break;
    case BYTES:
        change_bytes(body, part->body, c);
        break;
    default:
        change_number(body, part->body, s->fixed, c);
        break;
    }
    if (body->n)
        part->body = buf_str(body);
}

/* The chunk that is changed is mostly the first. */
static bool change_one(struct buf *out, struct str bytes, struct chance *c)
{
    static struct shape s;
    struct buf body = {0};
    struct str rest = bytes;
    size_t n = 0;

    while (find_shape(&s, rest, &n) && n < rest.n && below(c, 3) == 0)
        rest = str_from_to(rest, n, rest.n);
    if (!find_shape(&s, rest, &n))
        return false;
    change(&s, &body, c);
    buf_add(out, str_from_to(bytes, 0, bytes.n - rest.n));
    struct buf chunk = {0};
    put_chunk(&chunk, &s);
    buf_add(out, buf_str(&chunk));
    buf_add(out, str_from_to(rest, n, rest.n));
    buf_free(&chunk);
    buf_free(&body);
    return true;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    enum { RAW = 10, ROUNDS_MOST = 4 };
    struct chance chance = {seed};
    struct buf out = {0};

    if (size == 0 || below(&chance, RAW) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (size_t left = 1 + below(&chance, ROUNDS_MOST); left; left--) {
        buf_clear(&out);
        if (!change_one(&out, (struct str){(const char *)data, size}, &chance) || out.n > max_size)
            continue;
        memcpy(data, out.p, out.n);
        size = out.n;
    }
    buf_free(&out);
    return size;
}

#endif
