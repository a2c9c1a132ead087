/* base/unpack/decoder: the same text comes out, wherever the bytes are cut. */
#include "base/unpack/decoder.h"

#include "unit.h"

#include "base/parse.h"

/* "12 text": digits and a blank. */
static int number_before(int kind, struct str head)
{
    size_t n = 0;

    (void)kind;
    while (n < head.n && is_digit(head.p[n]))
        n++;
    return n && n < head.n && head.p[n] == ' ' ? (int)n + 1 : DECODER_NO_PREFIX;
}

static void assert_text(struct decoding what, struct str bytes, struct str wanted)
{
    for (size_t cut = 0; cut <= bytes.n; cut++) {
        struct decoder *d = decoder_new(&what);
        decoder_add(d, str_from_to(bytes, 0, cut), false);
        decoder_add(d, str_from_to(bytes, cut, bytes.n), true);
        if (!str_equal(decoder_text(d), wanted))
            fail_msg("cut at %zu: %.*s", cut, (int)decoder_text(d).n, decoder_text(d).p);
        decoder_free(d);
    }
}

static void utf16_becomes_utf8(void **state)
{
    const struct decoding little = {.encoding = TEXT_UTF16_LE};
    const struct decoding big = {.encoding = TEXT_UTF16_BE};

    (void)state;
    assert_text(little,
                STR("\xff\xfe"
                    "a\0\xe9\0\xac\x20\x3d\xd8\0\xde\n\0"),
                STR("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\n"));
    assert_text(big, STR("\0a\0\xe9\x20\xac\xd8\x3d\xde\0\0\n"),
                STR("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\n"));
}

static void damage_stays_visible(void **state)
{
    const struct decoding little = {.encoding = TEXT_UTF16_LE};

    (void)state;
    assert_text(little,
                STR("\x3d\xd8"
                    "a\0"),
                STR("\xed\xa0\xbd"
                    "a"));
    assert_text(little, STR("a\0\0\xde"), STR("a\xed\xb8\x80"));
    assert_text(little, STR("a\0\x3d\xd8"), STR("a\xed\xa0\xbd"));
    assert_text(little, STR("a\0b"), STR("a\xff"));
}

static void a_byte_order_mark_is_left_out(void **state)
{
    const struct decoding colours = {.colours = true};

    (void)state;
    assert_text(colours, STR("\xef\xbb\xbf\xef\xbb\xbf;b 1\n"), STR("\xef\xbb\xbf;b 1\n"));
    assert_text(colours, STR("\xef\xbb;b 1\n"), STR("\xef\xbb;b 1\n"));
    assert_text(colours, STR("\xef\xbb"), STR("\xef\xbb"));
}

static void escape_sequences_are_left_out(void **state)
{
    const struct decoding colours = {.colours = true};

    (void)state;
    assert_text(colours, STR("\x1b[1;31mred\x1b[m\x1b[K;b 1\n"), STR("red;b 1\n"));
    assert_text(colours, STR("\x1b]8;;http://x\x1b\\a\x1b]8;;\x07;b 1\n"), STR("a;b 1\n"));
    assert_text(colours, STR("\x1b[32mred\x1b(B\x1b[m;b 1\n"), STR("red;b 1\n"));
    assert_text(colours, STR("\x1b[32mred\x1b[m\x0f;b 1\n"), STR("red;b 1\n"));
    assert_text(colours, STR("a\x1b(\nb\x1b( Bc"), STR("a\nbc"));
    assert_text(colours, STR("a\x1b[1\nb\x1b]8;;x\nc\x1b"), STR("a\nb\nc"));
}

static void what_a_log_wrote_is_left_out(void **state)
{
    const struct decoding log = {.log_prefix = number_before};
    struct decoder *d = decoder_new(&log);

    (void)state;
    assert_text(log, STR("1 a\n22 b 2\n\nc 3\n4 "), STR("a\nb 2\n\nc 3\n"));
    decoder_add(d, STR("1 a\nb\n\nc"), true);
    assert_int_equal(decoder_lines_without(d), 2);
    decoder_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf16_becomes_utf8),
        cmocka_unit_test(damage_stays_visible),
        cmocka_unit_test(a_byte_order_mark_is_left_out),
        cmocka_unit_test(escape_sequences_are_left_out),
        cmocka_unit_test(what_a_log_wrote_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
