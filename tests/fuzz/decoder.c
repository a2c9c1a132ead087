/* The first byte chooses what to convert, and the bytes after it are a text of any form: it comes
 * out the same wherever it is cut, never grows by more than UTF-8 needs, and keeps its lines. What
 * is plain comes out as it was, and so it does as UTF-16, coloured, or out of a log. */
#include "base/unpack/decoder.h"
#include "input/recognise/log_prefix.h"
#include "input/recognise/text_form.h"
#include "tests/fuzz/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ENCODINGS = TEXT_UTF16_BE + 1, FIRST_WAY = ' ' };

/* ' ' and the characters after it: the encoding, then colours, then the log. */
static struct decoding decoding_of(unsigned char choice)
{
    unsigned way = (unsigned)(choice - FIRST_WAY) & 0xff;
    struct decoding what = {.encoding = (enum text_encoding)(way % ENCODINGS)};

    way /= ENCODINGS;
    what.colours = way % 2;
    int log = (int)(way / 2) % (log_prefix_kinds() + 1);
    if (log) {
        what.log_kind = log - 1;
        what.log_prefix = log_prefix_length;
    }
    return what;
}

/* Appends what a text becomes when it is given in pieces of `each` bytes, 0: whole. */
static uint64_t convert(const struct decoding *what, struct str text, size_t each, struct buf *to)
{
    struct decoder *d = decoder_new(what);
    uint64_t lines_without;

    while (each && text.n > each) {
        decoder_add(d, str_from_to(text, 0, each), false);
        text = str_from_to(text, each, text.n);
    }
    decoder_add(d, text, true);
    buf_add(to, decoder_text(d));
    lines_without = decoder_lines_without(d);
    decoder_free(d);
    return lines_without;
}

static void check_cuts(const struct decoding *what, struct str text, struct str wanted,
                       uint64_t lines_without)
{
    const size_t cuts[] = {1, 2 + text.n % 7, DECODER_HEAD + text.n % 3 - 1};
    struct buf again = {0};

    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        buf_clear(&again);
        check(convert(what, text, cuts[i], &again) == lines_without);
        check(str_equal(buf_str(&again), wanted));
    }
    buf_free(&again);
}

/* Reads through a source, as readers do. */
static void check_source(const struct decoding *what, struct str text, struct str wanted)
{
    struct limits limits = limits_untrusted();
    struct fault f = {0};
    struct decoder *d = decoder_new(what);
    struct source source;
    struct buf again = {0};
    char part[7];
    size_t got = 0;

    check(source_open_memory(&source, "fuzz", text, &limits, &f) || f.kind != FAULT_NONE);
    if (f.kind == FAULT_NONE && !source.unpack) {
        do {
            check(decoder_read(d, &source, part, sizeof part, &got, &f));
            buf_add(&again, (struct str){part, got});
        } while (got);
        check(str_equal(buf_str(&again), wanted));
    }
    source_close(&source);
    decoder_free(d);
    buf_free(&again);
}

static size_t count(struct str text, char c)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == c;
    return n;
}

static size_t count_lines(const struct decoding *what, struct str text)
{
    bool big = what->encoding == TEXT_UTF16_BE;
    size_t n = 0;

    if (what->encoding == TEXT_UTF8)
        return count(text, '\n');
    for (size_t i = 0; i + 1 < text.n; i += 2)
        n += text.p[i + big] == '\n' && text.p[i + !big] == '\0';
    return n;
}

static void check_any(const struct decoding *what, struct str text)
{
    struct buf out = {0};
    uint64_t lines_without = convert(what, text, 0, &out);
    struct str got = buf_str(&out);

    check(got.n <= (what->encoding == TEXT_UTF8 ? text.n : text.n + text.n / 2 + 1));
    check(count(got, '\n') == count_lines(what, text));
    check(lines_without <= count(got, '\n') + 1);
    check(!what->colours || count(got, '\x1b') == 0);
    check_cuts(what, text, got, lines_without);
    check_source(what, text, got);
    buf_free(&out);
}

/* Adds a piece in front of each line, each third character, or each character (as its first unit of
 * UTF-16 in this order). */
enum disguise { LOGGED, COLOURED, WIDE_LITTLE, WIDE_BIG, DISGUISES };

static void put_on(enum disguise disguise, struct str plain, struct buf *to)
{
    bool begins = true;

    for (size_t i = 0; i < plain.n; i++) {
        if (disguise == LOGGED && begins)
            buf_add(to, STR("2026-05-01T12:00:00.5Z "));
        if (disguise == COLOURED && i % 3 == 0)
            buf_add(to, i % 2 ? STR("\x1b[1;31m") : STR("\x1b]8;;http://a\x1b\\"));
        if (disguise == WIDE_BIG)
            buf_add_byte(to, '\0');
        buf_add_byte(to, plain.p[i]);
        if (disguise == WIDE_LITTLE)
            buf_add_byte(to, '\0');
        begins = plain.p[i] == '\n';
    }
}

static void check_plain(struct str plain)
{
    const struct decoding whats[DISGUISES] = {
        [LOGGED] = {.log_prefix = log_prefix_length, .log_kind = log_prefix_kinds() - 2},
        [COLOURED] = {.colours = true},
        [WIDE_LITTLE] = {.encoding = TEXT_UTF16_LE},
        [WIDE_BIG] = {.encoding = TEXT_UTF16_BE},
    };
    struct buf disguised = {0};
    struct buf out = {0};

    for (unsigned i = 0; i < DISGUISES; i++) {
        buf_clear(&disguised);
        buf_clear(&out);
        put_on((enum disguise)i, plain, &disguised);
        check(convert(&whats[i], buf_str(&disguised), 0, &out) == 0);
        check(str_equal(buf_str(&out), plain));
    }
    buf_clear(&out);
    check(convert(&whats[COLOURED], plain, 0, &out) == 0);
    check(str_equal(buf_str(&out), plain));
    buf_free(&disguised);
    buf_free(&out);
}

/* The text as ASCII without the characters that have a meaning here. */
static void make_plain(struct str text, struct buf *to)
{
    for (size_t i = 0; i < text.n; i++) {
        char c = (char)(text.p[i] & 0x7f);
        if (c == '\x1b' || c == '\x0f')
            c = ' ';
        buf_add_byte(to, c);
    }
}

/* What is found in a text can be taken from it. */
static void check_form(struct str text)
{
    struct decoding what;
    struct buf converted = {0};

    text_form_find(text, &what);
    struct str found = text_form_convert(text, &what, &converted);
    struct str head = str_from_to(found, 0, found.n < DECODER_HEAD ? found.n : DECODER_HEAD);
    for (int kind = 0; kind < log_prefix_kinds(); kind++) {
        int n = log_prefix_length(kind, head);
        check(n == DECODER_NO_PREFIX || (n >= 0 && (size_t)n <= head.n));
        what.log_kind = kind;
        what.log_prefix = log_prefix_fits(kind, found) ? log_prefix_length : NULL;
        struct buf out = {0};
        check(convert(&what, text, 0, &out) == 0);
        buf_free(&out);
    }
    buf_free(&converted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {size > 1 ? (const char *)data + 1 : "", size > 1 ? size - 1 : 0};
    struct decoding what = decoding_of(size ? data[0] : FIRST_WAY);
    struct buf plain = {0};

    check_any(&what, text);
    check_form(text);
    make_plain(text, &plain);
    check_plain(buf_str(&plain));
    buf_free(&plain);
    return 0;
}
