/* input/babeltrace: the times of events. */
#include "input/babeltrace/clock.h"

#include "unit.h"

#define SECOND INT64_C(1000000000)

static int64_t ns_of(const char *text)
{
    int64_t ns = -1;

    assert_true(trace_clock(str_of(text), &ns));
    return ns;
}

static void test_a_time_counts_from_midnight(void **state)
{
    (void)state;
    assert_int_equal(ns_of("00:00:00.000000001"), 1);
    assert_int_equal(ns_of("23:59:59.5"), 86399 * SECOND + SECOND / 2);
    assert_int_equal(ns_of("1795838528.951714483"), 1795838528 * SECOND + 951714483);
}

static void test_a_date_counts_its_days(void **state)
{
    (void)state;
    assert_int_equal(ns_of("1970-01-01 00:00:00.0"), 0);
    assert_int_equal(ns_of("1969-12-31 23:59:59.0"), -SECOND);
    assert_int_equal(ns_of("2026-11-28 04:02:08.0"), 1795838528 * SECOND);
    assert_int_equal(ns_of("2000-02-29 00:00:00.0"), 951782400 * SECOND);
}

static void test_the_last_of_a_month_is_a_day_before_the_first(void **state)
{
    static const char *const last[] = {"2026-11-30 23:59:59.0", "2024-02-29 23:59:59.0",
                                       "2026-02-28 23:59:59.0", "2100-02-28 23:59:59.0",
                                       "2026-12-31 23:59:59.0"};
    static const char *const first[] = {"2026-12-01 00:00:00.0", "2024-03-01 00:00:00.0",
                                        "2026-03-01 00:00:00.0", "2100-03-01 00:00:00.0",
                                        "2027-01-01 00:00:00.0"};

    (void)state;
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(ns_of(first[i]) - ns_of(last[i]), SECOND);
}

static void test_what_is_no_time_is_refused(void **state)
{
    static const char *const bad[] = {"",
                                      " ",
                                      "-",
                                      "1",
                                      "04:02:08",
                                      "04:02",
                                      "24:00:00.0",
                                      "00:60:00.0",
                                      "2026-11 00:00:00.0",
                                      "2026-00-01 00:00:00.0",
                                      "2026-13-01 00:00:00.0",
                                      "2026-01-32 00:00:00.0",
                                      "9999-01-01 00:00:00.0",
                                      "2026-11-28 ",
                                      "2026-11-28",
                                      "18446744073.709551616",
                                      "2026-11-28 1795838528.9",
                                      "00:00:62.0"};
    int64_t ns;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(trace_clock(str_of(bad[i]), &ns));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_time_counts_from_midnight),
        cmocka_unit_test(test_a_date_counts_its_days),
        cmocka_unit_test(test_the_last_of_a_month_is_a_day_before_the_first),
        cmocka_unit_test(test_what_is_no_time_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
