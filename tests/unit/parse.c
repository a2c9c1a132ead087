/* base/parse: words and numbers out of borrowed bytes. */
#include "base/parse.h"

#include "unit.h"

static void trim_takes_blanks_and_carriage_returns_only(void **state)
{
    (void)state;
    assert_str(str_trim(STR(" \t a b \r")), "a b");
    assert_str(str_trim(STR("\va\v")), "\va\v");
    assert_int_equal(str_trim(STR(" \r\t")).n, 0);
}

static void parts_are_as_many_as_separators_and_one(void **state)
{
    struct str rest = STR(";a;;b;");
    struct str part;

    (void)state;
    static const char *const wanted[] = {"", "a", "", "b", ""};
    for (size_t i = 0; i < 5; i++) {
        assert_true(take_field(&rest, ';', &part));
        assert_str(part, wanted[i]);
    }
    assert_null(rest.p);
    assert_false(take_field(&rest, ';', &part));
}

static void an_empty_text_is_one_empty_part(void **state)
{
    struct str rest = STR("");
    struct str part;

    (void)state;
    assert_true(take_field(&rest, ';', &part));
    assert_int_equal(part.n, 0);
    assert_false(take_field(&rest, ';', &part));
}

static void words_are_divided_by_any_blanks(void **state)
{
    struct str rest = STR("  one\t two ");
    struct str word;

    (void)state;
    assert_true(take_word(&rest, &word));
    assert_str(word, "one");
    assert_true(take_word(&rest, &word));
    assert_str(word, "two");
    assert_false(take_word(&rest, &word));
}

static void whole_numbers_fill_64_bits_and_no_more(void **state)
{
    uint64_t value;

    (void)state;
    assert_true(parse_u64(STR("18446744073709551615"), &value));
    assert_true(value == UINT64_MAX);
    assert_true(parse_u64(STR("000000000000000000000000007"), &value));
    assert_int_equal(value, 7);
    assert_false(parse_u64(STR("18446744073709551616"), &value));
    assert_false(parse_u64(STR("99999999999999999999999999999999"), &value));
}

static void a_range_is_a_number_or_two_of_which_the_last_is_not_less(void **state)
{
    static const char *const bad[] = {"", "-", "3-", "-3", "3-2", "0-1-2", "a-b", " 1"};
    uint64_t first;
    uint64_t last;

    (void)state;
    assert_true(parse_range(STR("7"), &first, &last) && first == 7 && last == 7);
    assert_true(parse_range(STR("0-31"), &first, &last) && first == 0 && last == 31);
    assert_true(parse_range(STR("4-4"), &first, &last) && first == 4 && last == 4);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(parse_range(str_of(bad[i]), &first, &last));
}

static void what_is_not_only_digits_is_no_number(void **state)
{
    static const char *const bad[] = {"",    " 1",  "1 ", "+1",  "-1",       "0x10",
                                      "1e2", "1,0", "1.", "nan", "\xD9\xA3", "1\r"};
    uint64_t value;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(parse_u64(str_of(bad[i]), &value));
    assert_false(parse_u64((struct str){"1\0", 2}, &value));
}

static void hexadecimal_digits_are_cut_off_a_text(void **state)
{
    struct str rest = STR("0x00fF 0X1g,x");
    uint64_t value = 0;

    (void)state;
    assert_true(parse_hex_head(&rest, &value) && value == 255);
    assert_str(rest, " 0X1g,x");
    rest = str_from_to(rest, 1, rest.n);
    assert_true(parse_hex_head(&rest, &value) && value == 1);
    assert_str(rest, "g,x");
    assert_false(parse_hex_head(&rest, &value));
    rest = STR("0x");
    assert_false(parse_hex_head(&rest, &value));
    rest = STR("0");
    assert_true(parse_hex_head(&rest, &value) && value == 0 && rest.n == 0);
    assert_false(parse_hex_head(&rest, &value));
    rest = STR("11112222333344445");
    assert_false(parse_hex_head(&rest, &value));
    assert_int_equal(rest.n, 17);
}

static void decimals_keep_their_digits(void **state)
{
    struct decimal d;

    (void)state;
    assert_true(parse_decimal(STR("31"), 6, &d));
    assert_true(d.value == 31 && d.scale == 0);
    assert_true(parse_decimal(STR("31."), 6, &d));
    assert_true(d.value == 31 && d.scale == 0);
    assert_true(parse_decimal(STR("31.230"), 6, &d));
    assert_true(d.value == 31230 && d.scale == 3);
    assert_true(parse_decimal(STR("9007199254740993.5"), 6, &d));
    assert_true(d.value == 90071992547409935u && d.scale == 1);
}

static void bad_decimals_are_refused(void **state)
{
    static const char *const bad[] = {
        "", ".5", ".", "1.2.3", "1.1234567", "1.-2", "1. 2", "-1.5", "1844674407370955161.60"};
    struct decimal d;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(parse_decimal(str_of(bad[i]), 6, &d));
    assert_false(parse_decimal(STR("1.5"), 0, &d));
}

static void hexadecimal_numbers_fill_64_bits_and_no_more(void **state)
{
    uint64_t value = 0;

    (void)state;
    assert_true(parse_hex_u64(STR("ffffFFFFffffFFFF"), &value) && value == UINT64_MAX);
    assert_true(parse_hex_u64(STR("0000000000000000000000001a"), &value) && value == 26);
    assert_false(parse_hex_u64(STR("10000000000000000"), &value));
    assert_false(parse_hex_u64(STR("0x1"), &value));
    assert_false(parse_hex_u64(STR(""), &value));
    assert_true(is_hex_number(STR("09afAF")));
    assert_false(is_hex_number(STR("g")) || is_hex_number(STR("")));
}

static void a_whole_number_may_be_negative_and_of_any_length(void **state)
{
    (void)state;
    assert_true(is_whole_number(STR("-99999999999999999999999")));
    assert_true(is_whole_number(STR("0")));
    assert_false(is_whole_number(STR("-")) || is_whole_number(STR("")));
    assert_false(is_whole_number(STR("--1")) || is_whole_number(STR("1-")));
}

static void scaled_numbers_count_parts_of_a_unit(void **state)
{
    uint64_t value = 0;

    (void)state;
    assert_true(parse_scaled(STR("31.5"), 2, &value) && value == 3150);
    assert_true(parse_scaled(STR("184467440737095516.15"), 2, &value) && value == UINT64_MAX);
    assert_false(parse_scaled(STR("184467440737095517"), 2, &value));
    assert_false(parse_scaled(STR("1.234"), 2, &value));
}

static void sizes_take_a_letter_of_either_case(void **state)
{
    uint64_t value;

    (void)state;
    assert_true(parse_size(STR("12"), &value) && value == 12);
    assert_true(parse_size(STR("1K"), &value) && value == 1024);
    assert_true(parse_size(STR("3m"), &value) && value == 3u << 20);
    assert_true(parse_size(STR("8G"), &value) && value == (uint64_t)8 << 30);
    assert_true(parse_size(STR("16777215T"), &value) && value == (uint64_t)16777215 << 40);
}

static void bad_sizes_are_refused(void **state)
{
    static const char *const bad[] = {"",   "K",         "1 ",   "1KB",  "1X",
                                      "-1", "16777216T", "1.5G", "1\xCB"};
    uint64_t value;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(parse_size(str_of(bad[i]), &value));
}

static void distance_counts_changed_letters(void **state)
{
    (void)state;
    assert_int_equal(edit_distance(STR("line"), STR("line"), 3), 0);
    assert_int_equal(edit_distance(STR("line"), STR("lime"), 3), 1);
    assert_int_equal(edit_distance(STR("line"), STR("lines"), 3), 1);
    assert_int_equal(edit_distance(STR("kitten"), STR("sitting"), 5), 3);
    assert_int_equal(edit_distance(STR("kitten"), STR("sitting"), 2), 3);
    assert_int_equal(edit_distance(STR(""), STR("abc"), 9), 3);
}

static void long_texts_are_as_far_apart_as_can_be(void **state)
{
    char text[65];

    (void)state;
    memset(text, 'a', sizeof text);
    assert_int_equal(edit_distance((struct str){text, 65}, (struct str){text, 65}, 4), 5);
    assert_int_equal(edit_distance((struct str){text, 64}, (struct str){text, 64}, 4), 0);
}

static void floating_point_numbers_are_as_exact_as_their_digits(void **state)
{
    static const struct {
        const char *text;
        uint64_t value;
        unsigned scale;
        bool rounded;
    } rows[] = {
        {"7", 7, 0, false},
        {"1.50", 15, 1, false},
        {".5", 5, 1, false},
        {"5.", 5, 0, false},
        {"1e-05", 1, 5, false},
        {"1.5E+3", 1500, 0, false},
        {"0.065085", 65085, 6, false},
        {"0.0650854", 65085, 6, true},
        {"0.0650855", 65086, 6, true},
        {"1.0000005", 1000001, 6, true},
        {"0.9999999", 1, 0, true},
        {"1e-7", 0, 0, true},
        {"4e-400", 0, 0, true},
        {"5e-8", 0, 0, true},
        {"9e-400", 0, 0, true},
        {"0e999", 0, 0, false},
        {"18446744073709551615", UINT64_MAX, 0, false},
        {"1844674407370955161.5", UINT64_C(18446744073709551615), 1, false},
        {"0.10000000000000000555111512312578", 1, 1, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct decimal number;
        bool rounded;
        assert_true(parse_float(str_of(rows[i].text), 6, &number, &rounded));
        assert_int_equal(number.value, rows[i].value);
        assert_int_equal(number.scale, rows[i].scale);
        assert_int_equal(rounded, rows[i].rounded);
    }
}

static void what_is_no_floating_point_number_is_refused(void **state)
{
    static const char *const rows[] = {"",    ".",     "-1",    "+1",
                                       "1e",  "1e-",   "1.2.3", "1x",
                                       "inf", "nan",   "1e20",  "18446744073709551616",
                                       "e5",  "1e+-5", "1 "};
    struct decimal number;
    bool rounded;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_false(parse_float(str_of(rows[i]), 6, &number, &rounded));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trim_takes_blanks_and_carriage_returns_only),
        cmocka_unit_test(parts_are_as_many_as_separators_and_one),
        cmocka_unit_test(an_empty_text_is_one_empty_part),
        cmocka_unit_test(words_are_divided_by_any_blanks),
        cmocka_unit_test(whole_numbers_fill_64_bits_and_no_more),
        cmocka_unit_test(what_is_not_only_digits_is_no_number),
        cmocka_unit_test(a_range_is_a_number_or_two_of_which_the_last_is_not_less),
        cmocka_unit_test(decimals_keep_their_digits),
        cmocka_unit_test(bad_decimals_are_refused),
        cmocka_unit_test(hexadecimal_numbers_fill_64_bits_and_no_more),
        cmocka_unit_test(hexadecimal_digits_are_cut_off_a_text),
        cmocka_unit_test(a_whole_number_may_be_negative_and_of_any_length),
        cmocka_unit_test(scaled_numbers_count_parts_of_a_unit),
        cmocka_unit_test(sizes_take_a_letter_of_either_case),
        cmocka_unit_test(bad_sizes_are_refused),
        cmocka_unit_test(floating_point_numbers_are_as_exact_as_their_digits),
        cmocka_unit_test(what_is_no_floating_point_number_is_refused),
        cmocka_unit_test(distance_counts_changed_letters),
        cmocka_unit_test(long_texts_are_as_far_apart_as_can_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
