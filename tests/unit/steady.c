/* How often changes of made steady programs are called more than they vary: a short form of
 * tests/bench/alarms --steady. */
#include "../bench/steady_rates.h"
#include "unit.h"

enum { SEED = 1, RECORDINGS = 1, RECORDING_MS = 12000 };

static void steady_programs_seldom_change_and_doubled_functions_do(void **state)
{
    struct steady_rates ranges = {0};
    struct steady_rates files = {0};

    (void)state;
    print_message("seed %d\n", SEED);
    for (size_t i = 0; i < STEADY_PROGRAMS; i++) {
        struct steady_rates here = {0};
        steady_measure(&steady_programs[i], SEED, RECORDINGS, RECORDING_MS, &here, &files);
        if (here.wrong * 100 > here.tested * 10)
            fail_msg("%s: %zu of %zu", steady_programs[i].name, here.wrong, here.tested);
        steady_add(&ranges, &here);
    }
    assert_true(ranges.tested > 500 && files.tested > 200 && ranges.doubled > 200);
    assert_true(ranges.wrong * 100 <= ranges.tested * 7);
    assert_true(files.wrong * 100 <= files.tested * 7);
    assert_true(ranges.found * 100 >= ranges.doubled * 55);
    /* Else these programs would be too steady to show anything. */
    assert_true(ranges.by_counts * 100 > ranges.tested * 30);
    assert_true(files.by_counts * 100 > files.tested * 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_programs_seldom_change_and_doubled_functions_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
