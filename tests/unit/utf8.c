/* base/utf8: decoding of any bytes, classes, cells. */
#include "base/utf8.h"

#include "unit.h"

/* Decodes all of s; `marks` gets one letter a code point: its own when ASCII, `?` when invalid. */
static size_t decode(struct str s, char *marks)
{
    size_t n = 0;

    for (size_t at = 0; at < s.n;) {
        bool valid;
        uint32_t point = utf8_next_checked(s, &at, &valid);
        marks[n++] = !valid ? '?' : point < 0x80 ? (char)point : 'u';
        if (!valid)
            assert_int_equal(point, UTF8_REPLACEMENT);
    }
    marks[n] = '\0';
    return n;
}

/* The four examples of the Unicode standard, tables 3-8 to 3-11. */
static void invalid_bytes_become_one_replacement_for_each_maximal_subpart(void **state)
{
    char marks[32];

    (void)state;
    decode(STR("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), marks);
    assert_string_equal(marks, "????????A");
    decode(STR("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), marks);
    assert_string_equal(marks, "????????A");
    decode(STR("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), marks);
    assert_string_equal(marks, "?????A??B");
    decode(STR("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), marks);
    assert_string_equal(marks, "????A");
}

static void a_sequence_cut_by_the_end_is_one_replacement(void **state)
{
    char marks[8];

    (void)state;
    decode(STR("a\xF0\x9F\x94"), marks);
    assert_string_equal(marks, "a?");
    decode(STR("a\xC3"), marks);
    assert_string_equal(marks, "a?");
}

static void a_replacement_character_in_the_text_is_valid(void **state)
{
    char marks[8];

    (void)state;
    decode(STR("\xEF\xBF\xBD"), marks);
    assert_string_equal(marks, "u");
}

static void every_code_point_survives_writing_and_reading(void **state)
{
    char bytes[4];

    (void)state;
    for (uint32_t point = 0; point <= 0x10ffff; point++) {
        if (point >= 0xd800 && point < 0xe000)
            continue;
        struct str s = {bytes, utf8_put(bytes, point)};
        size_t at = 0;
        bool valid;
        if (utf8_next_checked(s, &at, &valid) != point || !valid || at != s.n)
            fail_msg("U+%04X does not survive", (unsigned)point);
    }
}

static void any_two_bytes_are_consumed_and_no_more(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 0x10000; i++) {
        char bytes[2] = {(char)(i >> 8), (char)(i & 255)};
        size_t at = 0;
        unsigned steps = 0;
        while (at < 2) {
            utf8_next((struct str){bytes, 2}, &at);
            steps++;
        }
        assert_int_equal(at, 2);
        assert_in_range(steps, 1, 2);
    }
}

static void what_no_output_can_carry_is_a_control(void **state)
{
    static const uint32_t points[] = {0,    0x1b,   '\n',   '\t',   0x7f,   0x80,    0x9b,
                                      0x9f, 0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x10ffff};

    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        assert_int_equal(utf8_class_of(points[i]), UTF8_CONTROL);
}

static void what_hides_or_turns_text_is_invisible(void **state)
{
    static const uint32_t points[] = {0xad,   0x61c,  0x200b, 0x200d, 0x200e,
                                      0x200f, 0x2028, 0x2029, 0x202a, 0x202e,
                                      0x2060, 0x2066, 0x2069, 0xfeff, 0xe0041};

    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        assert_int_equal(utf8_class_of(points[i]), UTF8_INVISIBLE);
}

static void letters_marks_and_emoji_are_plain(void **state)
{
    static const uint32_t points[] = {' ',    '~',    0xa0,   0xe9,   0x301,   0x5d0,
                                      0x4e2d, 0xfe0f, 0xfdcf, 0xfffd, 0x1f525, 0xe000};

    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        assert_int_equal(utf8_class_of(points[i]), UTF8_PLAIN);
}

static void cells_are_those_of_a_terminal(void **state)
{
    static const struct {
        uint32_t point;
        unsigned cells;
    } rows[] = {
        {'a', 1},     {0xe9, 1},     {0x300, 0},   {0x36f, 0},   {0x370, 1},   {0x5d0, 1},
        {0x1100, 2},  {0x1160, 0},   {0x11a8, 0},  {0x200b, 0},  {0x2026, 1},  {0x231a, 2},
        {0x2500, 1},  {0x2764, 1},   {0x3000, 2},  {0x3042, 2},  {0x3099, 0},  {0x4e2d, 2},
        {0xac00, 2},  {0xd7a3, 2},   {0xfe0f, 0},  {0xff01, 2},  {0xff61, 1},  {0xfffd, 1},
        {0x1f1e6, 1}, {0x1f525, 2},  {0x1f600, 2}, {0x20000, 2}, {0x3fffd, 2}, {0xe0100, 0},
        {0xf0000, 1}, {0x10ffff, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (utf8_cells(rows[i].point) != rows[i].cells)
            fail_msg("U+%04X has %u cells, not %u", (unsigned)rows[i].point,
                     utf8_cells(rows[i].point), rows[i].cells);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_bytes_become_one_replacement_for_each_maximal_subpart),
        cmocka_unit_test(a_sequence_cut_by_the_end_is_one_replacement),
        cmocka_unit_test(a_replacement_character_in_the_text_is_valid),
        cmocka_unit_test(every_code_point_survives_writing_and_reading),
        cmocka_unit_test(any_two_bytes_are_consumed_and_no_more),
        cmocka_unit_test(what_no_output_can_carry_is_a_control),
        cmocka_unit_test(what_hides_or_turns_text_is_invisible),
        cmocka_unit_test(letters_marks_and_emoji_are_plain),
        cmocka_unit_test(cells_are_those_of_a_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
