/* model/text_list: lines that are kept one by one. */
#include "model/text_list.h"

#include "unit.h"

static void expect(const struct text_list *lines, size_t i, const char *text)
{
    assert_true(i < lines->n);
    assert_str(text_list_get(lines, i), text);
}

static void lines_come_back_as_they_were_added(void **state)
{
    struct text_list lines = {.n = 0};

    (void)state;
    text_list_add(&lines, STR("one"));
    text_list_add(&lines, STR("two words"));
    assert_int_equal(lines.n, 2);
    expect(&lines, 0, "one");
    expect(&lines, 1, "two words");
    text_list_free(&lines);
    assert_int_equal(lines.n, 0);
}

static void a_line_break_begins_another_line(void **state)
{
    struct text_list lines = {.n = 0};

    (void)state;
    text_list_add(&lines, STR("\na\n\nb\n"));
    text_list_add(&lines, STR(""));
    text_list_add(&lines, STR("\n"));
    assert_int_equal(lines.n, 2);
    expect(&lines, 0, "a");
    expect(&lines, 1, "b");
    text_list_free(&lines);
}

static void only_later_lines_are_added_to_others(void **state)
{
    struct text_list lines = {.n = 0};
    struct text_list all = {.n = 0};

    (void)state;
    text_list_add(&all, STR("before"));
    text_list_add(&lines, STR("a\nb\nc"));
    text_list_add_all(&all, &lines, 1);
    text_list_add_all(&all, &lines, 3);
    assert_int_equal(all.n, 3);
    expect(&all, 0, "before");
    expect(&all, 1, "b");
    expect(&all, 2, "c");
    text_list_free(&all);
    text_list_free(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_back_as_they_were_added),
        cmocka_unit_test(a_line_break_begins_another_line),
        cmocka_unit_test(only_later_lines_are_added_to_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
