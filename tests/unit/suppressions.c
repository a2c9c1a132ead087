/* input/heaptrack/suppressions: which names a rule "leak:PATTERN" is about. */
#include "input/heaptrack/suppressions.h"

#include "unit.h"

static bool is_about(const char *pattern, const char *name)
{
    struct heaptrack_suppressions s = {.n = 0};
    struct buf line = {0};

    buf_add(&line, STR("leak:"));
    buf_add(&line, str_of(pattern));
    heaptrack_suppressions_add(&s, buf_str(&line));
    assert_int_equal(s.n, 1);
    const bool found = heaptrack_suppressions_find(&s, str_of(name)) == 1;
    heaptrack_suppressions_free(&s);
    buf_free(&line);
    return found;
}

static void a_text_may_stand_anywhere(void **state)
{
    (void)state;
    assert_true(is_about("table", "read_table_of"));
    assert_true(is_about("read_table_of", "read_table_of"));
    assert_false(is_about("tables", "read_table_of"));
    assert_false(is_about("table", ""));
}

static void a_caret_is_the_start_of_a_name(void **state)
{
    (void)state;
    assert_true(is_about("^read", "read_table"));
    assert_false(is_about("^table", "read_table"));
    assert_true(is_about("^", "read_table"));
}

static void a_dollar_is_the_end_of_a_name(void **state)
{
    (void)state;
    assert_true(is_about("table$", "read_table"));
    assert_false(is_about("read$", "read_table"));
    assert_true(is_about("^read_table$", "read_table"));
    assert_false(is_about("^read$", "read_table"));
}

/* What stands between ^ and the text may be anything, so ^ says no more. */
static void a_star_behind_a_caret_lets_the_name_begin_with_anything(void **state)
{
    (void)state;
    assert_true(is_about("^*table", "read_table"));
    assert_true(is_about("^*table", "table"));
    assert_true(is_about("^*table$", "read_table"));
    assert_false(is_about("^*table$", "read_table_of"));
    assert_false(is_about("^*tables", "read_table"));
}

static void a_star_stands_for_anything(void **state)
{
    (void)state;
    assert_true(is_about("read*table", "read_my_table"));
    assert_true(is_about("read*table", "readtable"));
    assert_false(is_about("table*read", "read_my_table"));
    assert_true(is_about("^read*$", "read_my_table"));
    assert_false(is_about("^my*table", "read_my_table"));
    assert_true(is_about("*", "x"));
    assert_false(is_about("^a*b$", "abab")); /* as heaptrack takes it */
}

static void the_first_rule_that_matches_is_found(void **state)
{
    struct heaptrack_suppressions s = {.n = 0};

    (void)state;
    heaptrack_suppressions_add(&s, STR("  leak:^one "));
    heaptrack_suppressions_add(&s, STR("race:two"));
    heaptrack_suppressions_add(&s, STR("leak:"));
    heaptrack_suppressions_add(&s, STR("leak:two"));
    assert_int_equal(s.n, 2);
    assert_int_equal(heaptrack_suppressions_find(&s, STR("one_two")), 1);
    assert_int_equal(heaptrack_suppressions_find(&s, STR("two_one")), 2);
    assert_int_equal(heaptrack_suppressions_find(&s, STR("three")), 0);
    heaptrack_suppressions_free(&s);
}

static void rules_have_limits(void **state)
{
    struct heaptrack_suppressions s = {.n = 0};
    struct buf line = {0};

    (void)state;
    for (unsigned i = 0; i < 300; i++)
        heaptrack_suppressions_add(&s, STR("leak:a"));
    assert_int_equal(s.n, 256);
    assert_int_equal(s.n_ignored, 44);
    heaptrack_suppressions_free(&s);
    buf_add(&line, STR("leak:"));
    for (unsigned i = 0; i < 1025; i++)
        buf_add_byte(&line, 'x');
    heaptrack_suppressions_add(&s, buf_str(&line));
    assert_int_equal(s.n, 0);
    assert_int_equal(s.n_ignored, 1);
    heaptrack_suppressions_free(&s);
    buf_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_may_stand_anywhere),
        cmocka_unit_test(a_caret_is_the_start_of_a_name),
        cmocka_unit_test(a_dollar_is_the_end_of_a_name),
        cmocka_unit_test(a_star_behind_a_caret_lets_the_name_begin_with_anything),
        cmocka_unit_test(a_star_stands_for_anything),
        cmocka_unit_test(the_first_rule_that_matches_is_found),
        cmocka_unit_test(rules_have_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
