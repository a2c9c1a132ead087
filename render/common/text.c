/* Cleans, measures and escapes text for output. */
#include "render/common/text.h"

#include "base/visible.h"

/* What is shown of a name: all of it in head, or both ends and how many bytes are between them. */
struct ends {
    struct str head, tail;
    size_t between;
};

/* Eight bytes at a time: a byte at or above 0x80, below 0x20, or 0x7f sets the top bit of its
 * position. Carries can set more of them, never fewer: at worst the quick pass ends early. */
static bool is_plain_word(const char *p)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t word;

    memcpy(&word, p, sizeof word);
    uint64_t high = word;
    uint64_t low = word - ones * 0x20;
    uint64_t delete = (word ^ ones * 0x7f) - ones;
    return ((high | low | delete) & ones * 0x80) == 0;
}

static bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7f;
}

/* Returns where the run of printable ASCII that begins at `at` ends. */
static size_t plain_end(struct str s, size_t at)
{
    while (s.n - at >= 8 && is_plain_word(s.p + at))
        at += 8;
    while (at < s.n && is_plain(s.p[at]))
        at++;
    return at;
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
        size_t end = plain_end(raw, at);
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
        size_t end = plain_end(clean, at);
        cells += end - at;
        at = end;
        if (at < clean.n)
            cells += utf8_cells(utf8_next(clean, &at));
    }
    return cells;
}

/* Writes text, replacing bytes for which escape_of returns one. */
static void write_escaped(struct sink *s, struct str text, const char *(*escape_of)(char))
{
    size_t from = 0;

    for (size_t i = 0; i < text.n; i++) {
        const char *escape = escape_of(text.p[i]);
        if (!escape)
            continue;
        sink_bytes(s, text.p + from, i - from);
        sink_text(s, escape);
        from = i + 1;
    }
    sink_bytes(s, text.p + from, text.n - from);
}

static const char *xml_escape(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static const char *json_escape(char c)
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    default:
        return NULL;
    }
}

void text_xml(struct sink *s, struct str clean)
{
    write_escaped(s, clean, xml_escape);
}

void text_json(struct sink *s, struct str clean)
{
    write_escaped(s, clean, json_escape);
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
        size_t end = plain_end(raw, at);
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
