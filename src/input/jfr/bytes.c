/* e5 8e 26: 624485. 05 04 6d c3 a4 69: "m\u00e4i" in Latin-1; 03 before it: in UTF-8.
 * Reads numbers and texts. */
#include "input/jfr/bytes.h"

#include "base/utf8.h"

static const char beyond[] = "a value beyond the end";

void jfr_set_wrong(struct jfr_bytes *b, size_t at, const char *wrong)
{
    if (b->wrong)
        return;
    b->wrong = wrong;
    b->at = b->end = at;
}

void jfr_skip(struct jfr_bytes *b, uint64_t n)
{
    if (n > jfr_left(b))
        jfr_set_wrong(b, b->at, beyond);
    else
        b->at += (size_t)n;
}

uint64_t jfr_fixed(struct jfr_bytes *b, unsigned n)
{
    uint64_t value = 0;

    if (n > jfr_left(b)) {
        jfr_set_wrong(b, b->at, beyond);
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        value = value << 8 | b->p[b->at++];
    return value;
}

/* The ninth byte has eight bits. */
static uint64_t packed(struct jfr_bytes *b)
{
    enum { LAST_SHIFT = 56 };
    uint64_t value = 0;
    size_t i = b->at;

    for (unsigned shift = 0; i < b->end; shift += 7) {
        uint64_t byte = b->p[i++];
        if (byte < 0x80 || shift == LAST_SHIFT) {
            b->at = i;
            return value | byte << shift;
        }
        value |= (byte & 0x7f) << shift;
    }
    jfr_set_wrong(b, b->at, beyond);
    return 0;
}

uint64_t jfr_number(struct jfr_bytes *b, unsigned n)
{
    return b->fixed ? jfr_fixed(b, n) : packed(b);
}

uint32_t jfr_count(struct jfr_bytes *b)
{
    size_t at = b->at;
    uint32_t n = jfr_int(b);

    if (n <= jfr_left(b))
        return n;
    jfr_set_wrong(b, at, "a number of values that do not fit");
    return 0;
}

static void put(struct buf *to, uint32_t point)
{
    char bytes[4];

    buf_add(to, (struct str){bytes, utf8_put(bytes, point)});
}

static void add_latin(struct buf *to, struct str text)
{
    for (size_t i = 0; i < text.n && !to->full; i++)
        put(to, (unsigned char)text.p[i]);
}

/* Unpaired surrogates are no characters. Stops when the bytes end. */
static void take_chars(struct jfr_bytes *b, uint32_t n, struct buf *to)
{
    uint32_t high = 0;

    for (uint32_t i = 0; i < n && !b->wrong && !(to && to->full); i++) {
        uint32_t unit = (uint32_t)jfr_number(b, 2) & 0xffff;
        bool is_low = unit >= 0xdc00 && unit < 0xe000;
        if (!to)
            continue;
        if (high && !is_low)
            put(to, UTF8_REPLACEMENT);
        if (is_low)
            put(to, high ? 0x10000 + ((high & 0x3ff) << 10) + (unit & 0x3ff) : UTF8_REPLACEMENT);
        high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
        if (!is_low && !high)
            put(to, unit);
    }
    if (high && to)
        put(to, UTF8_REPLACEMENT);
}

enum jfr_text jfr_text(struct jfr_bytes *b, struct buf *to, uint64_t *key)
{
    enum { NONE, EMPTY, POOLED, UTF_8, CHARS, LATIN_1 };
    size_t at = b->at;
    uint64_t encoding = jfr_fixed(b, 1);

    if (encoding == NONE)
        return JFR_TEXT_NONE;
    if (encoding == EMPTY)
        return JFR_TEXT_HERE;
    if (encoding == POOLED) {
        *key = jfr_long(b);
        return JFR_TEXT_POOLED;
    }
    if (encoding > LATIN_1) {
        jfr_set_wrong(b, at, "a text in an unknown encoding");
        return JFR_TEXT_NONE;
    }
    uint32_t n = jfr_count(b);
    if (encoding == CHARS) {
        take_chars(b, n, to);
        return JFR_TEXT_HERE;
    }
    struct str text = {(const char *)b->p + b->at, n};
    jfr_skip(b, n);
    if (to && encoding == UTF_8)
        buf_add(to, text);
    else if (to)
        add_latin(to, text);
    return JFR_TEXT_HERE;
}
