/* Any bytes are a profile of pprof or a fault, as reader.c has it. Messages stay well-formed under
 * libFuzzer: it changes what is in a field, however deep, which fields there are, and their order,
 * and the lengths around them follow. */
#define FUZZ_MODULES(bytes) ((bytes).n % 4 == 2)
#include "tests/fuzz/reader.c" /* NOLINT(bugprone-suspicious-include) */

#ifdef FUZZ_MUTATES

#include "base/protobuf.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { DEPTH_MOST = 4, BODY_MOST = 4096 };

struct chance {
    uint64_t state;
};

static size_t below(struct chance *c, size_t n)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n ? (size_t)(c->state >> 33) % n : 0;
}

/* A field, tag and all, in a message. */
struct part {
    struct str message;
    size_t from, to; /* of it in the message */
    struct protobuf_field field;
};

static size_t count_fields(struct str message)
{
    struct protobuf m = protobuf_of(message, 0);
    struct protobuf_field field;
    size_t n = 0;

    while (protobuf_next(&m, &field))
        n++;
    return m.wrong ? 0 : n;
}

/* Chooses a field of a message; false when it has none, or is none. */
static bool any_part(struct part *part, struct str message, struct chance *c)
{
    size_t n = count_fields(message);
    struct protobuf m = protobuf_of(message, 0);

    part->message = message;
    if (n == 0)
        return false;
    for (size_t left = 1 + below(c, n); left; left--) {
        part->from = (size_t)m.at;
        if (!protobuf_next(&m, &part->field))
            return false;
        part->to = (size_t)m.at;
    }
    return true;
}

static struct str text_of(const struct part *part)
{
    return str_from_to(part->message, part->from, part->to);
}

static void put_varint(struct buf *out, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        buf_add_byte(out, (char)((value & 0x7f) | 0x80));
    buf_add_byte(out, (char)value);
}

static void put_field(struct buf *out, const struct protobuf_field *field, struct str bytes)
{
    put_varint(out, field->number << 3 | PROTOBUF_BYTES);
    put_varint(out, bytes.n);
    buf_add(out, bytes);
}

/* Numbers that mean something, or are near one that is there. */
static uint64_t any_number(uint64_t now, struct chance *c)
{
    static const uint64_t numbers[] = {
        0, 1, 2, 3, 5, 127, 128, INT64_MAX, (uint64_t)1 << 63, UINT64_MAX, UINT32_MAX, 0x400000};

    if (below(c, 2))
        return numbers[below(c, sizeof numbers / sizeof numbers[0])];
    return now + below(c, 5) - 2;
}

/* Changes what is in a field, which libFuzzer knows how to do to bytes. */
static void change_field(struct buf *out, const struct part *part, struct chance *c)
{
    uint8_t body[BODY_MOST];
    size_t n = part->field.bytes.n;

    if (part->field.kind != PROTOBUF_BYTES) {
        put_varint(out, part->field.number << 3 | PROTOBUF_VARINT);
        put_varint(out, any_number(part->field.value, c));
        return;
    }
    if (n > sizeof body / 2) {
        buf_add(out, text_of(part));
        return;
    }
    memcpy(body, part->field.bytes.p, n);
    n = LLVMFuzzerMutate(body, n, n + 1 + below(c, 16));
    put_field(out, &part->field, (struct str){(const char *)body, n});
}

/* Writes what stands in place of a field. */
static void change_part(struct buf *out, const struct part *part, struct chance *c)
{
    enum { FIELD, FIELD_TOO, NUMBER, COPY, DROP, OTHER, BEFORE, WAYS };
    struct part other = *part;
    struct protobuf_field renamed = part->field;

    if (!any_part(&other, part->message, c))
        return;
    switch (below(c, WAYS)) {
    case NUMBER:
        renamed.number = 1 + below(c, 16);
        put_field(out, &renamed, part->field.bytes);
        break;
    case COPY:
        buf_add(out, text_of(part));
        buf_add(out, text_of(part));
        break;
    case DROP:
        break;
    case OTHER:
        buf_add(out, text_of(&other));
        break;
    case BEFORE:
        buf_add(out, text_of(&other));
        buf_add(out, text_of(part));
        break;
    default:
        change_field(out, part, c);
        break;
    }
}

/* Changes a field of the message, or one inside of it, and writes the whole. */
static void change(struct buf *out, struct str message, struct chance *c)
{
    struct part parts[DEPTH_MOST];
    struct buf with = {0};
    size_t depth = 0;

    while (depth < DEPTH_MOST && any_part(&parts[depth], message, c)) {
        message = parts[depth++].field.bytes;
        if (below(c, 3) == 0 || message.n == 0)
            break;
    }
    if (depth)
        change_part(&with, &parts[depth - 1], c);
    while (depth--) {
        const struct part *part = &parts[depth];
        struct str rest = part->message;
        buf_clear(out);
        buf_add(out, str_from_to(rest, 0, part->from));
        buf_add(out, buf_str(&with));
        buf_add(out, str_from_to(rest, part->to, rest.n));
        buf_clear(&with);
        if (depth)
            put_field(&with, &parts[depth - 1].field, buf_str(out));
    }
    buf_free(&with);
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
        change(&out, (struct str){(const char *)data, size}, &chance);
        if (out.n == 0 || out.n > max_size)
            continue;
        memcpy(data, out.p, out.n);
        size = out.n;
    }
    buf_free(&out);
    return size;
}

#endif
