/* "\0\0\1\x42", "m\0a\0i\0n\0", "\e[32mmain\e[0m": tells text from other bytes, and its forms. */
#include "input/recognise/text_form.h"

#include "base/ascii.h"

/* Whether text never has this byte: all control characters but \a to \r and the escape character.
 */
static bool is_odd(unsigned char c)
{
    return c < 0x20 && !(c >= '\a' && c <= '\r') && c != 0x1b;
}

static const uint64_t ones = 0x0101010101010101u;

/* Of eight bytes, the highest bit of each that is at least n; none has that bit itself. */
static uint64_t at_least(uint64_t low, unsigned n)
{
    return (low + ones * (0x80 - n)) & ones * 0x80;
}

/* How many of eight bytes are odd. Most have none below 0x20, which a borrow tells: of one more,
 * never of one less. */
static unsigned count_odd(const char *p)
{
    const uint64_t high = ones * 0x80;
    uint64_t word;

    memcpy(&word, p, sizeof word);
    if (!((word - ones * 0x20) & ~word & high))
        return 0;
    const uint64_t low = word & ~high;
    const uint64_t spaces = at_least(low, '\a') & ~at_least(low, '\r' + 1);
    const uint64_t escape = at_least(low, 0x1b) & ~at_least(low, 0x1c);
    const uint64_t odd = ~(word | at_least(low, 0x20) | spaces | escape) & high;
    return (unsigned)((odd >> 7) * ones >> 56);
}

/* Binary files begin with numbers, even if long texts follow; packed ones are odd throughout. */
bool text_form_is_binary(struct str prefix)
{
    static const size_t ends[] = {64, 512, SIZE_MAX};
    enum { FEW = 3, ONE_IN = 20, N_ENDS = sizeof ends / sizeof ends[0] };
    size_t odd = 0;
    size_t i = 0;

    for (size_t k = 0; k < N_ENDS; k++) {
        const size_t end = prefix.n < ends[k] ? prefix.n : ends[k];
        for (; end - i >= sizeof(uint64_t); i += sizeof(uint64_t))
            odd += count_odd(prefix.p + i);
        for (; i < end; i++)
            odd += is_odd((unsigned char)prefix.p[i]);
        if (odd >= FEW && odd > end / ONE_IN)
            return true;
    }
    return false;
}

/* Whether bytes without a mark are UTF-16: most of it ASCII, as the text of tools is, and nothing
 * that no text has. */
static bool is_utf16(struct str prefix, bool big)
{
    enum { LEAST = 8, MOST = 4096 };
    size_t n = (prefix.n < MOST ? prefix.n : MOST) / 2;
    size_t ascii = 0;

    if (n < LEAST || !memchr(prefix.p, '\0', 2 * n))
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char high = (unsigned char)prefix.p[2 * i + !big];
        unsigned char low = (unsigned char)prefix.p[2 * i + big];
        if (high == 0 && (low == 0 || is_odd(low)))
            return false;
        ascii += high == 0 && low < 0x80;
    }
    return ascii > n / 2;
}

static enum text_encoding encoding_of(struct str prefix)
{
    if (str_starts(prefix, STR("\xFF\xFE\0\0"))) /* UTF-32 */
        return TEXT_UTF8;
    if (str_starts(prefix, STR("\xFF\xFE")) || is_utf16(prefix, false))
        return TEXT_UTF16_LE;
    if (str_starts(prefix, STR("\xFE\xFF")) || is_utf16(prefix, true))
        return TEXT_UTF16_BE;
    return TEXT_UTF8;
}

/* Returns the length of a sequence after its escape character that sets colours, chooses the usual
 * character set, as tput does before it ends them, clears the rest of a line, or begins or ends a
 * link; 0: it is another. *resets: it ends all colours. */
static size_t colour_length(struct str s, bool *resets)
{
    size_t n = 1;

    if (str_starts(s, STR("]8;")))
        return 3;
    if (str_starts(s, STR("(B")))
        return 2;
    if (!str_starts(s, STR("[")))
        return 0;
    while (n < s.n && (is_digit(s.p[n]) || s.p[n] == ';' || s.p[n] == ':'))
        n++;
    if (n == s.n || (s.p[n] != 'm' && s.p[n] != 'K'))
        return 0;
    *resets = s.p[n] == 'm' && (n == 1 || (n == 2 && s.p[1] == '0'));
    return n + 1;
}

/* Whether a text has escape sequences that colour it, and no others. Colours that begin end: a name
 * may hold one of the sequences. */
static bool has_colours(struct str prefix)
{
    enum { CUT_MOST = 20 };
    bool any = false;

    for (;;) {
        const char *escape = prefix.n ? memchr(prefix.p, 0x1b, prefix.n) : NULL;
        if (!escape)
            return any;
        bool in_stack = escape > prefix.p && escape[-1] == ';';
        bool resets = false;
        prefix = str_from_to(prefix, (size_t)(escape - prefix.p) + 1, prefix.n);
        size_t n = colour_length(prefix, &resets);
        if (n == 0 && !str_starts(prefix, STR("\\")))
            return any && prefix.n < CUT_MOST; /* the prefix ends within it */
        if (in_stack && !resets)               /* a frame of folded stacks begins with it */
            return false;
        prefix = str_from_to(prefix, n, prefix.n);
        any = any || resets;
    }
}

void text_form_find(struct str prefix, struct decoding *what)
{
    *what = (struct decoding){.encoding = encoding_of(prefix)};
    if (what->encoding == TEXT_UTF8) {
        what->colours = has_colours(prefix);
        return;
    }
    struct buf converted = {0};
    what->colours = has_colours(text_form_convert(prefix, what, &converted));
    buf_free(&converted);
}

struct str text_form_convert(struct str prefix, const struct decoding *what, struct buf *converted)
{
    if (!decoding_any(what))
        return prefix;
    struct decoder *d = decoder_new(what);
    decoder_add(d, prefix, prefix.n < SOURCE_PREFIX);
    struct str text = decoder_text(d);
    size_t last = str_find_last(text, STR("\n"));
    if (prefix.n >= SOURCE_PREFIX && last < text.n)
        text.n = last + 1; /* the prefix cuts the line after it */
    buf_clear(converted);
    buf_add(converted, text);
    decoder_free(d);
    return buf_str(converted);
}
