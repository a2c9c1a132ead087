/* record/not_sampled: time on processors that no sample stands for. */
#include "record/not_sampled.h"

#include "unit.h"

#define SECOND_NS UINT64_C(1000000000)

static void what_chance_explains_is_not_told(void **state)
{
    (void)state;
    assert_int_equal(not_sampled_ns(0, 997, 0), 0);
    assert_int_equal(not_sampled_ns(SECOND_NS / 100, 997, 0), 0); /* the kernel's own ticks */
    assert_int_equal(not_sampled_ns(10 * SECOND_NS, 1000, 9000), 0);
    assert_int_equal(not_sampled_ns(1000 * SECOND_NS, 1000, 991000), 0); /* below 1 % */
}

static void more_samples_than_time_are_none_missing(void **state)
{
    (void)state;
    assert_int_equal(not_sampled_ns(SECOND_NS, 1000, 2000), 0);
}

static void the_rest_is_what_samples_leave(void **state)
{
    (void)state;
    assert_int_equal(not_sampled_ns(10 * SECOND_NS, 1000, 5000), 5 * SECOND_NS);
    assert_int_equal(not_sampled_ns(2 * SECOND_NS, 100, 0), 2 * SECOND_NS);
}

static void counters_count_programs_and_the_kernel(void **state)
{
    const struct used_time before = {0, 0, SECOND_NS, SECOND_NS};
    const struct used_time after = {0, 0, 4 * SECOND_NS, 2 * SECOND_NS};
    const struct perf_event_attr all = {.size = 0};
    const struct perf_event_attr programs = {.exclude_kernel = 1};
    const struct perf_event_attr kernel = {.exclude_user = 1};

    (void)state;
    assert_int_equal(not_sampled_share(5 * SECOND_NS, &before, &after, &all), 5 * SECOND_NS);
    assert_int_equal(not_sampled_share(4 * SECOND_NS, &before, &after, &programs), 3 * SECOND_NS);
    assert_int_equal(not_sampled_share(8 * SECOND_NS, &before, &after, &programs), 6 * SECOND_NS);
    assert_int_equal(not_sampled_share(4 * SECOND_NS, &before, &after, &kernel), SECOND_NS);
}

static void of_what_the_kernel_tells_too_little_no_share_is_known(void **state)
{
    const struct used_time before = {0, 0, SECOND_NS, SECOND_NS};
    const struct used_time after = {0, 0, 4 * SECOND_NS, 2 * SECOND_NS};
    const struct used_time gone = {0, 0, 0, 0};
    const struct perf_event_attr all = {.size = 0};
    const struct perf_event_attr programs = {.exclude_kernel = 1};

    (void)state;
    assert_int_equal(not_sampled_share(9 * SECOND_NS, &before, &after, &programs), 0);
    assert_int_equal(not_sampled_share(9 * SECOND_NS, &before, &gone, &programs), 0);
    assert_int_equal(not_sampled_share(9 * SECOND_NS, &before, &gone, &all), 9 * SECOND_NS);
}

static void it_is_no_less_than_the_kernel_told(void **state)
{
    const struct used_time before = {SECOND_NS, SECOND_NS, 0, 0};
    const struct used_time after = {4 * SECOND_NS, 2 * SECOND_NS, 3 * SECOND_NS, SECOND_NS};
    const struct perf_event_attr all = {.size = 0};
    const struct perf_event_attr programs = {.exclude_kernel = 1};

    (void)state;
    assert_int_equal(not_sampled_share(2 * SECOND_NS, &before, &after, &all), 4 * SECOND_NS);
    assert_int_equal(not_sampled_share(2 * SECOND_NS, &before, &after, &programs), 3 * SECOND_NS);
    assert_int_equal(not_sampled_share(8 * SECOND_NS, &before, &after, &programs), 6 * SECOND_NS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_chance_explains_is_not_told),
        cmocka_unit_test(more_samples_than_time_are_none_missing),
        cmocka_unit_test(the_rest_is_what_samples_leave),
        cmocka_unit_test(counters_count_programs_and_the_kernel),
        cmocka_unit_test(of_what_the_kernel_tells_too_little_no_share_is_known),
        cmocka_unit_test(it_is_no_less_than_the_kernel_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
