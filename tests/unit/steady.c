/* How often changes of made programs that never change are called more than they vary, or proven: a
 * short form of tests/bench/alarms. */
#include "../bench/steady_runs.h"
#include "unit.h"

enum { SEED = 1, RECORDINGS = 1, RECORDING_MS = 12000, COMPARISONS = 8 };

static void steady_programs_seldom_change_and_doubled_functions_do(void **state)
{
    static const struct steady_effort effort = {SEED, RECORDINGS, RECORDING_MS, 1};
    struct steady_rates ranges = {0};
    struct steady_rates files = {0};

    (void)state;
    print_message("seed %d\n", SEED);
    for (size_t i = 0; i < STEADY_PROGRAMS; i++) {
        struct steady_rates here = {0};
        steady_measure(&steady_programs[i], &effort, &here, &files);
        if (here.wrong * 100 > here.tested * 10)
            fail_msg("%s: %zu of %zu", steady_programs[i].name, here.wrong, here.tested);
        steady_add(&ranges, &here);
    }
    assert_true(ranges.tested > 500 && files.tested > 200 && ranges.tried[0] > 200);
    assert_true(ranges.wrong * 100 <= ranges.tested * 7);
    assert_true(files.wrong * 100 <= files.tested * 7);
    assert_true(ranges.found[0] * 100 >= ranges.tried[0] * 55);
    assert_true(files.found[0] * 100 >= files.tried[0] * 80);
    /* Else these programs would be too steady to show anything. */
    assert_true(ranges.by_counts * 100 > ranges.tested * 30);
    assert_true(files.by_counts * 100 > files.tested * 30);
    /* A lone wait is named and not judged; ten of them are found. */
    assert_true(ranges.waits > 0 && ranges.named == ranges.waits && files.named == files.waits);
    assert_true(ranges.split_found * 100 >= ranges.split * 90);
    assert_true(files.split_found * 100 >= files.split * 90);
}

/* 5 %, and what chance may add to it in so few comparisons. */
static bool is_seldom(size_t wrong, size_t of)
{
    const double n = (double)of;

    return (double)wrong <= 0.05 * n + 2 * sqrt(0.05 * 0.95 * n);
}

static void runs_of_steady_programs_prove_little_and_those_that_grew_much(void **state)
{
    enum { GROWTHS = 2 }; /* by 100 and 50 percent */
    struct steady_proofs all = {0};

    (void)state;
    for (size_t i = 0; i < STEADY_PROGRAMS; i++)
        steady_prove(&steady_programs[i], SEED, COMPARISONS, GROWTHS, &all);
    assert_true(is_seldom(all.self, all.comparisons));
    assert_true(is_seldom(all.total, all.comparisons));
    assert_true(is_seldom(all.whole, all.comparisons));
    assert_true(all.tried[0] > 1000 && all.found[0] * 100 >= all.tried[0] * 60);
    assert_true(all.found[1] * 100 >= all.tried[1] * 40);
    assert_true(all.named == all.waits && all.proven_waits == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_programs_seldom_change_and_doubled_functions_do),
        cmocka_unit_test(runs_of_steady_programs_prove_little_and_those_that_grew_much),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
