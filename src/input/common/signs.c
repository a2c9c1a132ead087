/* "\n#0" is looked up in a set of what lines begin with, "Call Trace:" four bytes by four bytes in
 * a table by their hash: what it does not have is not in the text, what it has may be. */
#include "input/common/signs.h"

#include "base/ascii.h"
#include "base/mem.h"

enum {
    GROUP = 4,
    FOUR_GROUPS = GROUP + 3, /* bytes: one begins behind the other */
    HASH_BITS = 32,
    LEAST_BITS = 10,
    MOST_BITS = 16,
    FIRST_BYTES = (1 << 16) / 8, /* bits for all pairs */
};

static inline unsigned byte_of(struct str s, size_t at)
{
    return at < s.n ? (unsigned char)s.p[at] : 0;
}

static inline size_t hash_at(const char *p, unsigned shift)
{
    const unsigned char *b = (const unsigned char *)p;
    const uint32_t group = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;

    return (group * UINT32_C(2654435761)) >> shift;
}

static void add_groups(struct signs *s)
{
    unsigned char *const inner = s->inner;
    const unsigned shift = s->shift;
    const char *p = s->text.p;
    size_t left = s->text.n;

    for (; left >= FOUR_GROUPS; left -= GROUP, p += GROUP) {
        inner[hash_at(p, shift)] = 1;
        inner[hash_at(p + 1, shift)] = 1;
        inner[hash_at(p + 2, shift)] = 1;
        inner[hash_at(p + 3, shift)] = 1;
    }
    for (; left >= GROUP; left--, p++)
        inner[hash_at(p, shift)] = 1;
}

bool signs_is_date(struct str line)
{
    return line.n > 10 && is_digit(line.p[0]) && line.p[4] == '-' && line.p[7] == '-' &&
           line.p[10] == 'T';
}

/* A line that begins with a byte, and with two. */
static void add_first(struct signs *s, unsigned byte, unsigned next)
{
    s->first[byte / 8] |= (unsigned char)(1 << byte % 8);
    s->first[(byte + 256 * next) / 8] |= (unsigned char)(1 << byte % 8);
}

static bool has_first(const struct signs *s, unsigned byte, unsigned next)
{
    return s->first[(byte + 256 * next) / 8] >> byte % 8 & 1;
}

static void add_line(struct signs *s, struct str line)
{
    const unsigned last = byte_of(line, line.n - 1);

    add_first(s, byte_of(line, 0), byte_of(line, 1));
    s->last[last / 64] |= UINT64_C(1) << last % 64;
    if (signs_is_date(line))
        add_first(s, byte_of(STR(SIGN_DATE), 1), 0);
}

static void add_lines(struct signs *s)
{
    const struct str text = s->text;
    bool any = false;

    for (size_t at = 0; at < text.n;) {
        const char *newline = memchr(text.p + at, '\n', text.n - at);
        const size_t end = newline ? (size_t)(newline - text.p) : text.n;
        const struct str line = str_trim(str_from_to(text, at, end));
        if (line.n) {
            add_line(s, line);
            any = any || (newline && line.p[0] != '#');
        }
        at = end + 1;
    }
    if (!any)
        add_first(s, byte_of(STR(SIGN_NO_LINE), 1), 0);
}

void signs_find(struct signs *s, struct str text)
{
    unsigned bits = LEAST_BITS;

    while (bits < MOST_BITS && (size_t)1 << bits < text.n)
        bits++;
    *s = (struct signs){.text = text, .shift = HASH_BITS - bits};
    s->first = mem_alloc(FIRST_BYTES, 1);
    s->inner = mem_alloc((size_t)1 << bits, 1);
    add_groups(s);
    add_lines(s);
}

void signs_free(struct signs *s)
{
    mem_free(s->first, FIRST_BYTES, 1);
    mem_free(s->inner, (size_t)1 << (HASH_BITS - s->shift), 1);
    *s = (struct signs){.first = NULL};
}

bool signs_may_have(const struct signs *s, struct str sign)
{
    const bool begins = sign.p[0] == '\n';
    const bool ends = !begins && sign.p[sign.n - 1] == '\n';
    const struct str inner = str_from_to(sign, begins, sign.n - ends);

    if (begins && !has_first(s, byte_of(inner, 0), byte_of(inner, 1)))
        return false;
    if (ends) {
        const unsigned last = byte_of(inner, inner.n - 1);
        if (!(s->last[last / 64] >> last % 64 & 1))
            return false;
    }
    if (inner.n < GROUP)
        return begins || ends || str_find(s->text, 0, inner) < s->text.n;
    for (size_t i = 0; i + GROUP <= inner.n; i++)
        if (!s->inner[hash_at(inner.p + i, s->shift)])
            return false;
    return true;
}

bool signs_allow(const struct signs *s, const struct input_format *format)
{
    bool allow = true;

    for (size_t i = 0; allow && i < SIGN_SETS && format->signs[i]; i++) {
        allow = false;
        for (const char *const *sign = format->signs[i]; !allow && *sign; sign++)
            allow = signs_may_have(s, str_of(*sign));
    }
    return allow;
}
