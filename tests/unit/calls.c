/* model/calls: what callers and callees cost one another. */
#include "model/calls.h"

#include "unit.h"

static void costs_of_one_call_add_up_by_column(void **state)
{
    struct calls calls;

    (void)state;
    calls_init(&calls);
    uint32_t call = calls_add(&calls, 1, 2);
    assert_true(calls_count(&calls, call, 3));
    assert_true(calls_cost(&calls, call, 0, 10));
    assert_true(calls_cost(&calls, call, 2, 7));
    assert_int_equal(calls_add(&calls, 1, 2), call);
    assert_true(calls_cost(&calls, call, 0, 5));
    assert_int_equal(calls_cost_of(&calls, call, 0), 15);
    assert_int_equal(calls_cost_of(&calls, call, 1), 0);
    assert_int_equal(calls_cost_of(&calls, call, 2), 7);
    assert_int_equal(calls.counts[call], 3);
    calls_free(&calls);
}

static void a_sum_that_does_not_fit_adds_nothing(void **state)
{
    struct calls calls;

    (void)state;
    calls_init(&calls);
    uint32_t one = calls_add(&calls, 1, 2);
    uint32_t other = calls_add(&calls, 2, 3);
    assert_true(calls_cost(&calls, one, 0, UINT64_MAX));
    assert_false(calls_cost(&calls, other, 0, 1));
    assert_int_equal(calls_cost_of(&calls, other, 0), 0);
    assert_true(calls_count(&calls, one, UINT64_MAX));
    assert_false(calls_count(&calls, one, 1));
    calls_free(&calls);
}

static void merging_adds_up_what_is_the_same_by_the_map_of_frames(void **state)
{
    const frame_id frames[] = {0, 2, 1};
    struct calls to;
    struct calls from;

    (void)state;
    calls_init(&to);
    calls_init(&from);
    to.share = from.share = CALLS_BY_COST;
    assert_true(calls_cost(&to, calls_add(&to, 1, 2), 0, 5));
    assert_true(calls_cost(&from, calls_add(&from, 2, 1), 0, 6));
    assert_true(calls_total(&from, 1, 0, 9));
    calls_called(&from, 2)->counted = true;
    calls_called(&from, 2)->count = 4;
    assert_true(calls_merge(&to, &from, frames));
    assert_int_equal(to.pairs.n, 1);
    assert_int_equal(calls_cost_of(&to, 0, 0), 11);
    assert_int_equal(calls_total_of(&to, 2, 0), 9);
    assert_int_equal(calls_called(&to, 1)->count, 4);
    from.share = CALLS_BY_COUNT;
    assert_false(calls_merge(&to, &from, frames));
    calls_free(&to);
    calls_free(&from);
}

static void a_column_is_multiplied_as_a_whole_or_not_at_all(void **state)
{
    struct calls calls;

    (void)state;
    calls_init(&calls);
    uint32_t call = calls_add(&calls, 1, 2);
    assert_true(calls_cost(&calls, call, 0, 5));
    assert_true(calls_cost(&calls, call, 1, 7));
    assert_true(calls_total(&calls, 2, 1, UINT64_MAX / 10));
    assert_true(calls_multiply(&calls, 0, 100));
    assert_true(calls_multiply(&calls, 3, 100));
    assert_false(calls_multiply(&calls, 1, 100));
    assert_int_equal(calls_cost_of(&calls, call, 0), 500);
    assert_int_equal(calls_cost_of(&calls, call, 1), 7);
    assert_true(calls_multiply(&calls, 1, 10));
    assert_int_equal(calls_cost_of(&calls, call, 1), 70);
    assert_false(calls_total(&calls, 2, 1, 6));
    calls_free(&calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_of_one_call_add_up_by_column),
        cmocka_unit_test(a_sum_that_does_not_fit_adds_nothing),
        cmocka_unit_test(merging_adds_up_what_is_the_same_by_the_map_of_frames),
        cmocka_unit_test(a_column_is_multiplied_as_a_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
