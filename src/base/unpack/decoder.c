/* "m\0a\0i\0n\0", "\e[32mmain\e[0m", "2026-05-01T12:00:00Z main": converts byte by byte, so that it
 * does not matter where a block of bytes ends. */
#include "base/unpack/decoder.h"

#include "base/ascii.h"
#include "base/mem.h"

/* SHIFT_IN chooses a character set, as tput does behind \e[m. */
enum {
    ESCAPE = 0x1b,
    BELL = 7,
    SHIFT_IN = 0xf,
    HIGH_FIRST = 0xd800,
    LOW_FIRST = 0xdc00,
    LOW_LAST = 0xdfff
};

static const char utf8_mark[] = {'\xef', '\xbb', '\xbf'};

/* Where in an escape sequence the last byte was. https://ecma-international.org ECMA-48, 5.4 */
enum escape_state {
    NO_ESCAPE,
    AFTER_ESCAPE,
    IN_CHARACTER_SET, /* \e(B, which tput puts before \e[m */
    IN_CONTROL,
    IN_COMMAND,
    AFTER_ESCAPE_IN_COMMAND,
};

struct decoder {
    struct decoding what;
    bool started;  /* a byte order mark can no longer come */
    size_t mark_n; /* bytes of one of UTF-8 so far */
    bool ended;
    bool has_half;
    unsigned char half; /* the first byte of a unit of UTF-16 */
    uint32_t high;      /* the first unit of a pair; 0: none */
    enum escape_state escape;
    char head[DECODER_HEAD]; /* of a line, until it is known what the log put before it */
    size_t head_n;
    bool in_head;
    uint64_t lines_without;
    char *raw;      /* SOURCE_BLOCK bytes, for decoder_read */
    struct buf out; /* converted */
    size_t out_at;  /* bytes of it that were taken */
};

struct decoder *decoder_new(const struct decoding *what)
{
    struct decoder *d = mem_alloc(1, sizeof *d);

    d->what = *what;
    d->in_head = what->log_prefix != NULL;
    return d;
}

void decoder_free(struct decoder *d)
{
    if (!d)
        return;
    mem_free(d->raw, SOURCE_BLOCK, 1);
    buf_free(&d->out);
    mem_free(d, 1, sizeof *d);
}

static bool is_blank_text(struct str s)
{
    size_t i = 0;

    while (i < s.n && is_space(s.p[i]))
        i++;
    return i == s.n;
}

static void end_head(struct decoder *d)
{
    struct str head = {d->head, d->head_n};
    int n = d->what.log_prefix(d->what.log_kind, head);

    if (n == DECODER_NO_PREFIX) {
        d->lines_without += !is_blank_text(head);
        n = 0;
    }
    buf_add(&d->out, str_from_to(head, (size_t)n, head.n));
    d->in_head = false;
    d->head_n = 0;
}

/* Takes a byte of a line. */
static void put(struct decoder *d, char c)
{
    if (d->in_head && (c == '\n' || d->head_n == DECODER_HEAD))
        end_head(d);
    if (d->in_head)
        d->head[d->head_n++] = c;
    else
        buf_add_byte(&d->out, c);
    if (c == '\n')
        d->in_head = d->what.log_prefix != NULL;
}

/* The state after a byte. *is_text: it belongs to no sequence; an unfinished one ends there. */
static enum escape_state escape_after(enum escape_state was, unsigned char byte, bool *is_text)
{
    *is_text = byte == '\n';
    if (*is_text)
        return NO_ESCAPE;
    if (was == IN_COMMAND && byte != ESCAPE)
        return byte == BELL ? NO_ESCAPE : was;
    if (was == AFTER_ESCAPE_IN_COMMAND)
        return byte == '\\' ? NO_ESCAPE : IN_COMMAND;
    if (byte == ESCAPE)
        return was == IN_COMMAND ? AFTER_ESCAPE_IN_COMMAND : AFTER_ESCAPE;
    if (was == AFTER_ESCAPE && (byte == '[' || byte == ']'))
        return byte == '[' ? IN_CONTROL : IN_COMMAND;
    if (was == IN_CONTROL && byte >= 0x20 && byte < 0x40)
        return was;
    if ((was == AFTER_ESCAPE || was == IN_CHARACTER_SET) && byte >= 0x20 && byte < 0x30)
        return IN_CHARACTER_SET;
    *is_text = (was == NO_ESCAPE || byte < 0x20) && byte != SHIFT_IN;
    return NO_ESCAPE;
}

static void put_escaped(struct decoder *d, char c)
{
    bool is_text;

    d->escape = escape_after(d->escape, (unsigned char)c, &is_text);
    if (is_text)
        put(d, c);
}

static void put_all(struct decoder *d, struct str bytes)
{
    for (size_t i = 0; i < bytes.n; i++)
        if (d->what.colours)
            put_escaped(d, bytes.p[i]);
        else
            put(d, bytes.p[i]);
}

/* Surrogates that are not in pairs become bytes that are not UTF-8: they stay visible as damage. */
static void put_point(struct decoder *d, uint32_t point)
{
    char to[4];
    size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0xc0, 0xe0, 0xf0};

    for (size_t i = n; i-- > 1; point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3f));
    to[0] = (char)(marks[n - 1] | point);
    put_all(d, (struct str){to, n});
}

static void put_unit(struct decoder *d, uint32_t unit)
{
    bool is_low = unit >= LOW_FIRST && unit <= LOW_LAST;
    uint32_t high = d->high;

    d->high = 0;
    if (high && is_low) {
        put_point(d, 0x10000 + ((high - HIGH_FIRST) << 10) + (unit - LOW_FIRST));
        return;
    }
    if (high)
        put_point(d, high);
    if (unit >= HIGH_FIRST && unit < LOW_FIRST)
        d->high = unit;
    else if (unit != 0xfeff || d->started)
        put_point(d, unit);
    d->started = true;
}

static void put_utf16(struct decoder *d, struct str bytes)
{
    bool big = d->what.encoding == TEXT_UTF16_BE;

    for (size_t i = 0; i < bytes.n; i++) {
        unsigned char byte = (unsigned char)bytes.p[i];
        if (d->has_half)
            put_unit(d, big ? (uint32_t)d->half << 8 | byte : (uint32_t)byte << 8 | d->half);
        d->has_half = !d->has_half;
        d->half = byte;
    }
}

/* A byte order mark is left out; what only begins as one is text. */
static void put_utf8(struct decoder *d, struct str bytes)
{
    while (!d->started && bytes.n) {
        if (bytes.p[0] == utf8_mark[d->mark_n]) {
            bytes = str_from_to(bytes, 1, bytes.n);
            d->started = ++d->mark_n == sizeof utf8_mark;
        } else {
            d->started = true;
            put_all(d, (struct str){utf8_mark, d->mark_n});
        }
    }
    put_all(d, bytes);
}

/* What is left of a text that was cut within a character is a byte that is not UTF-8. */
static void end(struct decoder *d)
{
    d->ended = true;
    if (!d->started)
        put_all(d, (struct str){utf8_mark, d->mark_n});
    if (d->high)
        put_point(d, d->high);
    if (d->has_half)
        put(d, '\xff');
    if (d->in_head && d->head_n)
        end_head(d);
}

void decoder_add(struct decoder *d, struct str bytes, bool ended)
{
    if (d->what.encoding != TEXT_UTF8)
        put_utf16(d, bytes);
    else
        put_utf8(d, bytes);
    if (ended)
        end(d);
}

bool decoder_read(struct decoder *d, struct source *source, char *to, size_t n, size_t *got,
                  struct fault *f)
{
    if (!d->raw)
        d->raw = mem_alloc_buffer(SOURCE_BLOCK, 1);
    while (d->out_at == d->out.n && !d->ended) {
        size_t raw_n;
        d->out_at = 0;
        buf_clear(&d->out);
        if (!source_read(source, d->raw, SOURCE_BLOCK, &raw_n, f))
            return false;
        decoder_add(d, (struct str){d->raw, raw_n}, raw_n == 0);
    }
    *got = d->out.n - d->out_at < n ? d->out.n - d->out_at : n;
    if (*got)
        memcpy(to, d->out.p + d->out_at, *got);
    d->out_at += *got;
    return true;
}

struct str decoder_text(const struct decoder *d)
{
    return str_from_to(buf_str(&d->out), d->out_at, d->out.n);
}

uint64_t decoder_lines_without(const struct decoder *d)
{
    return d->lines_without;
}
