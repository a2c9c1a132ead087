/* base/fault: the first fault, and excerpts. */
#include "base/fault.h"

#include "unit.h"

static void the_first_fault_wins(void **state)
{
    struct fault f = {0};

    (void)state;
    assert_false(fault_set(&f, FAULT_INPUT, "%s:%d: first", "x", 12));
    assert_false(fault_set(&f, FAULT_SYSTEM, "second"));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_string_equal(f.text, "x:12: first");
}

static void a_text_that_is_too_long_is_cut(void **state)
{
    struct fault f = {0};
    char text[2000];

    (void)state;
    memset(text, 'a', sizeof text);
    text[1999] = '\0';
    assert_false(fault_set(&f, FAULT_USAGE, "%s", text));
    assert_int_equal(strlen(f.text), sizeof f.text - 1);
}

static void excerpts_show_what_a_terminal_must_not_get(void **state)
{
    struct excerpt e;

    (void)state;
    assert_string_equal(excerpt_of(&e, STR("")), "");
    assert_string_equal(excerpt_of(&e, STR("main; 3 ~")), "main; 3 ~");
    assert_string_equal(excerpt_of(&e, STR("\x1B[31m\n\x7F\xC2\x9B")),
                        "\\x1B[31m\\x0A\\x7F\\xC2\\x9B");
    assert_string_equal(excerpt_of(&e, (struct str){"a\0b", 3}), "a\\x00b");
}

static void nothing_is_near_an_empty_line(void **state)
{
    struct near n;
    struct excerpt e;

    (void)state;
    assert_string_equal(near_of(&n, excerpt_of(&e, STR("a%s b"))), " (near \"a%s b\")");
    assert_string_equal(near_of(&n, excerpt_of(&e, STR(""))), "");
}

static void excerpts_hold_60_bytes(void **state)
{
    struct excerpt e;
    char text[61];

    (void)state;
    memset(text, '\x01', sizeof text);
    assert_int_equal(strlen(excerpt_of(&e, (struct str){text, 60})), 240);
    assert_int_equal(strlen(excerpt_of(&e, (struct str){text, 61})), 243);
    assert_string_equal(e.text + 236, "\\x01...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_fault_wins),
        cmocka_unit_test(a_text_that_is_too_long_is_cut),
        cmocka_unit_test(excerpts_show_what_a_terminal_must_not_get),
        cmocka_unit_test(nothing_is_near_an_empty_line),
        cmocka_unit_test(excerpts_hold_60_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
