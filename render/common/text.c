/* Cleans, measures and escapes text for output. */
#include "render/common/text.h"

#include "base/visible.h"

/* What is shown of a name: all of it in head, or both ends and how many bytes are between them. */
struct ends {
    struct str head, tail;
    size_t between;
};

bool text_is_plain(struct str raw)
{
    return utf8_printable_end(raw, 0) == raw.n;
}

static void add_clean(struct buf *to, struct str bytes, uint32_t point)
{
    if (point == '\t') {
        buf_add_byte(to, ' ');
        return;
    }
    visible_add(to, bytes, point);
}

void text_clean(struct str raw, struct buf *to)
{
    size_t at = 0;

    while (at < raw.n) {
        size_t end = utf8_printable_end(raw, at);
        if (end > at) {
            buf_add(to, str_from_to(raw, at, end));
            at = end;
            continue;
        }
        bool valid;
        uint32_t point = utf8_next_checked(raw, &end, &valid);
        if (valid)
            add_clean(to, str_from_to(raw, at, end), point);
        else
            buf_add(to, STR("\xEF\xBF\xBD"));
        at = end;
    }
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Cuts between characters; in a row of bytes that is no UTF-8, anywhere. */
static struct ends ends_of(struct str raw)
{
    enum { HALF = TEXT_NAME_MOST / 2, LONGEST = 3 };
    size_t from = HALF;

    if (raw.n <= TEXT_NAME_MOST)
        return (struct ends){.head = raw, .tail = STR("")};
    size_t to = raw.n - HALF;
    while (from > HALF - LONGEST && continues_character(raw.p[from]))
        from--;
    while (to < raw.n - HALF + LONGEST && continues_character(raw.p[to]))
        to++;
    return (struct ends){str_from_to(raw, 0, from), str_from_to(raw, to, raw.n), to - from};
}

static void write_between(struct sink *s, size_t n)
{
    sink_text(s, "\xE2\x80\xA6[");
    sink_grouped(s, n, 0);
    sink_text(s, " bytes]\xE2\x80\xA6");
}

void text_clean_name(struct str raw, struct buf *to)
{
    struct ends e = ends_of(raw);
    struct sink s;

    text_clean(e.head, to);
    if (!e.between)
        return;
    sink_open_buf(&s);
    write_between(&s, e.between);
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
    text_clean(e.tail, to);
}

size_t text_cells(struct str clean)
{
    size_t cells = 0;
    size_t at = 0;

    while (at < clean.n) {
        size_t end = utf8_printable_end(clean, at);
        cells += end - at;
        at = end;
        if (at < clean.n)
            cells += utf8_cells(utf8_next(clean, &at));
    }
    return cells;
}

/* Sets the top bit of each byte of the word that is the character. Borrows can set that of a byte
 * behind one that is. */
static inline uint64_t bytes_equal(uint64_t word, char c)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t other = word ^ ones * (unsigned char)c;

    return (other - ones) & ~other & ones * 0x80;
}

static inline bool xml_stops(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u;

    /* & and ' differ in one bit, < and > in another. */
    return bytes_equal(word | ones, '\'') | bytes_equal(word | ones * 2, '>') |
           bytes_equal(word, '"');
}

static inline struct str xml_escape(char c)
{
    switch (c) {
    case '&':
        return STR("&amp;");
    case '<':
        return STR("&lt;");
    case '>':
        return STR("&gt;");
    case '"':
        return STR("&quot;");
    case '\'':
        return STR("&#39;");
    default:
        return STR("");
    }
}

static inline bool json_stops(uint64_t word)
{
    return bytes_equal(word, '"') | bytes_equal(word, '\\');
}

static inline struct str json_escape(char c)
{
    switch (c) {
    case '"':
        return STR("\\\"");
    case '\\':
        return STR("\\\\");
    default:
        return STR("");
    }
}

enum { ESCAPE_MOST = 6 };

/* Writes bytes [at, end), replacing those for which escape_of returns a text. */
static inline char *escape_bytes(char *to, struct str text, size_t at, size_t end,
                                 struct str (*escape_of)(char))
{
    for (; at < end; at++) {
        struct str escape = escape_of(text.p[at]);
        if (!escape.n) {
            *to++ = text.p[at];
            continue;
        }
        memcpy(to, escape.p, escape.n);
        to += escape.n;
    }
    return to;
}

/* Eight bytes at a time, if `stops` says of a word that none of them is replaced. */
static inline void write_escaped(struct sink *s, struct str text, bool (*stops)(uint64_t),
                                 struct str (*escape_of)(char))
{
    enum { PIECE = 512 };

    for (size_t at = 0; at < text.n;) {
        size_t end = text.n - at < PIECE ? text.n : at + PIECE;
        char *from = sink_room(s, (size_t)PIECE * ESCAPE_MOST);
        char *to = from;
        for (; end - at >= 8; at += 8) {
            uint64_t word;
            memcpy(&word, text.p + at, sizeof word);
            if (stops(word)) {
                to = escape_bytes(to, text, at, at + 8, escape_of);
                continue;
            }
            memcpy(to, &word, sizeof word);
            to += sizeof word;
        }
        to = escape_bytes(to, text, at, end, escape_of);
        at = end;
        sink_took(s, (size_t)(to - from));
    }
}

void text_xml(struct sink *s, struct str clean)
{
    write_escaped(s, clean, xml_stops, xml_escape);
}

void text_json(struct sink *s, struct str clean)
{
    write_escaped(s, clean, json_stops, json_escape);
}

static void write_unit(struct sink *s, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";
    const char text[] = {'\\',
                         'u',
                         digits[unit >> 12 & 15],
                         digits[unit >> 8 & 15],
                         digits[unit >> 4 & 15],
                         digits[unit & 15]};

    sink_bytes(s, text, sizeof text);
}

/* Characters beyond 16 bits are two units of UTF-16. */
static void write_code(struct sink *s, uint32_t point)
{
    const uint32_t beyond = 0x10000;

    if (point >= beyond) {
        write_unit(s, 0xD800 | (point - beyond) >> 10);
        point = 0xDC00 | ((point - beyond) & 0x3FF);
    }
    write_unit(s, point);
}

void text_json_whole(struct sink *s, struct str raw)
{
    size_t at = 0;

    while (at < raw.n) {
        size_t end = utf8_printable_end(raw, at);
        text_json(s, str_from_to(raw, at, end));
        if (end == raw.n)
            return;
        at = end;
        bool valid;
        uint32_t point = utf8_next_checked(raw, &end, &valid);
        if (!valid)
            sink_text(s, "\xEF\xBF\xBD");
        else if (utf8_class_of(point) != UTF8_PLAIN)
            write_code(s, point);
        else
            sink_str(s, str_from_to(raw, at, end));
        at = end;
    }
}

void text_json_name(struct sink *s, struct str raw)
{
    struct ends e = ends_of(raw);

    text_json_whole(s, e.head);
    if (!e.between)
        return;
    write_between(s, e.between);
    text_json_whole(s, e.tail);
}
