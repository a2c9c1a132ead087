/* base/limits: named limits. */
#include "base/limits.h"

#include "unit.h"

#include <stdio.h>

static void every_limit_can_be_set_by_name(void **state)
{
    struct limits l = limits_usual();
    const uint64_t *values = (const uint64_t *)&l;
    size_t n;
    const struct limit_row *rows = limits_table(&n);

    (void)state;
    assert_int_equal(n * sizeof(uint64_t), sizeof l);
    for (size_t i = 0; i < n; i++) {
        char text[64];
        struct fault f = {0};
        assert_true(values[i] == rows[i].usual);
        snprintf(text, sizeof text, "%s=%zuK", rows[i].name, i + 1);
        assert_true(limits_set(&l, str_of(text), &f));
        assert_int_equal(values[i], (i + 1) * 1024);
    }
}

static void untrusted_limits_are_tighter_and_never_off(void **state)
{
    const struct limits l = limits_untrusted();
    const uint64_t *values = (const uint64_t *)&l;
    size_t n;
    const struct limit_row *rows = limits_table(&n);

    (void)state;
    for (size_t i = 0; i < n; i++) {
        assert_true(values[i] == rows[i].untrusted);
        assert_true(values[i] > 0);
        assert_true(rows[i].usual == 0 || values[i] < rows[i].usual ||
                    rows[i].usual == LIMIT_DERIVED);
    }
}

static void the_table_is_alphabetical(void **state)
{
    size_t n;
    const struct limit_row *rows = limits_table(&n);

    (void)state;
    for (size_t i = 1; i < n; i++)
        assert_true(strcmp(rows[i - 1].name, rows[i].name) < 0);
}

static void an_unknown_name_is_answered_with_the_nearest(void **state)
{
    struct limits l = limits_usual();
    struct fault f = {0};

    (void)state;
    assert_false(limits_set(&l, STR("inflat=3"), &f));
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_string_equal(
        f.text, "--limit: no limit is named \"inflat\"; did you mean \"inflate\"? (--help=all)");
    f = (struct fault){0};
    assert_false(limits_set(&l, STR("\x1B[2Jnode=3"), &f));
    assert_null(strchr(f.text, '\x1B'));
}

static void a_bad_number_is_refused(void **state)
{
    static const char *const bad[] = {"line",    "line=",   "line=-1", "line=1e6",
                                      "line=1X", "line= 1", "line=1 ", "line=99999999999999999999",
                                      "line=1=2"};
    struct limits l = limits_usual();

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct fault f = {0};
        assert_false(limits_set(&l, str_of(bad[i]), &f));
        assert_int_equal(f.kind, FAULT_USAGE);
        assert_non_null(strstr(f.text, "wanted NAME=NUMBER"));
    }
}

static void a_limit_of_zero_is_off(void **state)
{
    struct limits l = limits_usual();
    struct fault f = {0};

    (void)state;
    assert_true(limits_set(&l, STR("line=0"), &f));
    assert_true(l.line == UINT64_MAX);
    assert_true(limits_set(&l, STR("time=0"), &f));
    assert_int_equal(l.time, 0);
}

static void an_output_may_have_a_hundred_times_what_was_read(void **state)
{
    struct limits l = limits_usual();
    struct fault f = {0};

    (void)state;
    assert_int_equal(limits_output(&l, 0), 1 << 20);
    assert_int_equal(limits_output(&l, 1000), (1 << 20) + 100000);
    assert_int_equal(limits_output(&l, UINT64_MAX / 50), 0);
    assert_true(limits_set(&l, STR("output=5"), &f));
    assert_int_equal(limits_output(&l, 1000), 5);
    assert_true(limits_set(&l, STR("output=0"), &f));
    assert_int_equal(limits_output(&l, 1000), 0);
}

static void a_limit_that_is_reached_says_how_to_raise_it(void **state)
{
    struct fault f = {0};

    (void)state;
    assert_false(limits_reached(&f, "x.folded:12", "depth", 1000));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_string_equal(
        f.text, "x.folded:12: limit \"depth\" (1000) reached; raise it with --limit depth=2000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit_can_be_set_by_name),
        cmocka_unit_test(untrusted_limits_are_tighter_and_never_off),
        cmocka_unit_test(the_table_is_alphabetical),
        cmocka_unit_test(an_unknown_name_is_answered_with_the_nearest),
        cmocka_unit_test(a_bad_number_is_refused),
        cmocka_unit_test(a_limit_of_zero_is_off),
        cmocka_unit_test(an_output_may_have_a_hundred_times_what_was_read),
        cmocka_unit_test(a_limit_that_is_reached_says_how_to_raise_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
