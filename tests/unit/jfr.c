/* input/jfr: numbers and texts, packed and as they are, never beyond the end. */
#include "input/jfr/bytes.h"

#include "unit.h"

static struct jfr_bytes bytes_of(struct str s, bool fixed)
{
    return (struct jfr_bytes){.p = (const unsigned char *)s.p, .end = s.n, .fixed = fixed};
}

static void check_long(struct str s, bool fixed, uint64_t value)
{
    struct jfr_bytes b = bytes_of(s, fixed);

    assert_true(jfr_long(&b) == value);
    assert_null(b.wrong);
    assert_int_equal(b.at, s.n);
}

static void numbers_have_seven_bits_a_byte_and_the_ninth_eight(void **state)
{
    (void)state;
    check_long(STR("\0"), false, 0);
    check_long(STR("\x7f"), false, 127);
    check_long(STR("\xe5\x8e\x26"), false, 624485);
    check_long(STR("\x85\x80\x80\0"), false, 5);
    check_long(STR("\xff\xff\xff\xff\xff\xff\xff\xff\xff"), false, UINT64_MAX);
    check_long(STR("\x80\x80\x80\x80\x80\x80\x80\x80\x80"), false, UINT64_C(1) << 63);
    check_long(STR("\1\2\3\4\5\6\7\x8"), true, UINT64_C(0x0102030405060708));
}

static void numbers_that_are_cut_off_are_wrong(void **state)
{
    const struct str cut[] = {STR(""), STR("\x80"), STR("\xff\xff\xff\xff\xff\xff\xff\xff")};

    (void)state;
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        struct jfr_bytes b = bytes_of(cut[i], false);
        assert_true(jfr_long(&b) == 0);
        assert_non_null(b.wrong);
        assert_int_equal(jfr_left(&b), 0);
    }
    struct jfr_bytes b = bytes_of(STR("\1\2\3"), true);
    assert_int_equal(jfr_int(&b), 0);
    assert_non_null(b.wrong);
}

static void counts_are_no_more_than_bytes_that_are_left(void **state)
{
    struct jfr_bytes b = bytes_of(STR("\2ab"), false);

    (void)state;
    assert_int_equal(jfr_count(&b), 2);
    b = bytes_of(STR("\3ab"), false);
    assert_int_equal(jfr_count(&b), 0);
    assert_non_null(b.wrong);
    assert_int_equal(b.at, 0);
}

static void check_text(struct str s, enum jfr_text kind, struct str text)
{
    struct jfr_bytes b = bytes_of(s, false);
    struct jfr_bytes passed = b;
    struct buf to = {0};
    uint64_t key = 0;

    assert_int_equal(jfr_text(&b, &to, &key), kind);
    assert_null(b.wrong);
    assert_true(str_equal(buf_str(&to), text));
    assert_int_equal(jfr_text(&passed, NULL, &key), kind);
    assert_int_equal(passed.at, s.n);
    assert_int_equal(b.at, s.n);
    buf_free(&to);
}

static void texts_become_utf_8(void **state)
{
    (void)state;
    check_text(STR("\0"), JFR_TEXT_NONE, STR(""));
    check_text(STR("\1"), JFR_TEXT_HERE, STR(""));
    check_text(STR("\2\x7"), JFR_TEXT_POOLED, STR(""));
    check_text(STR("\3\3m\xc3\xa4"), JFR_TEXT_HERE, STR("m\xc3\xa4"));
    check_text(STR("\5\2m\xe4"), JFR_TEXT_HERE, STR("m\xc3\xa4"));
    check_text(STR("\4\2m\xe4\1"), JFR_TEXT_HERE, STR("m\xc3\xa4"));
    check_text(STR("\4\2\xbd\xb0\3\x80\xbc\3"), JFR_TEXT_HERE, STR("\xf0\x9f\x98\x80"));
}

static void halves_of_pairs_are_replaced(void **state)
{
    (void)state;
    check_text(STR("\4\2\xbd\xb0\3m"), JFR_TEXT_HERE, STR("\xef\xbf\xbdm"));
    check_text(STR("\4\1\x80\xbc\3"), JFR_TEXT_HERE, STR("\xef\xbf\xbd"));
    check_text(STR("\4\1\xbd\xb0\3"), JFR_TEXT_HERE, STR("\xef\xbf\xbd"));
    check_text(STR("\4\2\xbd\xb0\3\xbd\xb0\3"), JFR_TEXT_HERE, STR("\xef\xbf\xbd\xef\xbf\xbd"));
}

static void texts_of_other_encodings_or_beyond_the_end_are_wrong(void **state)
{
    const struct str wrong[] = {STR("\6"), STR("\3\2m"), STR("\4\2m"), STR("\5\x80"), STR("\2")};
    uint64_t key;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct jfr_bytes b = bytes_of(wrong[i], false);
        jfr_text(&b, NULL, &key);
        assert_non_null(b.wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_seven_bits_a_byte_and_the_ninth_eight),
        cmocka_unit_test(numbers_that_are_cut_off_are_wrong),
        cmocka_unit_test(counts_are_no_more_than_bytes_that_are_left),
        cmocka_unit_test(texts_become_utf_8),
        cmocka_unit_test(halves_of_pairs_are_replaced),
        cmocka_unit_test(texts_of_other_encodings_or_beyond_the_end_are_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
