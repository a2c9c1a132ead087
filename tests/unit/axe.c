/* input/axe: VTune's gprof-cc report. */
#include "called.h"

static const char HEADER[] =
    "Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name            Index\n"
    "-----  ----------------  -------------  -----------------  --------------  -----\n";

static void read_report(struct called_read *in, const char *entries)
{
    char text[4096];

    assert_true(strlen(HEADER) + strlen(entries) < sizeof text);
    memcpy(text, HEADER, sizeof HEADER);
    memcpy(text + sizeof HEADER - 1, entries, strlen(entries) + 1);
    called_read(in, "axe", text);
}

static void totals_are_the_times_of_functions_and_cycles(void **state)
{
    struct called_read in;

    (void)state;
    read_report(
        &in, "                         0.0            7.0                  <spontaneous>   [2]\n"
             "[0]    100.0             0.5            7.5                main             [0]\n"
             "                         1.0            3.0                  a b <cycle 1>  [3]\n"
             "          \r\n"
             "[2]    100.0             0.0            8.0                <spontaneous>    [2]\n"
             "                         0.5            7.5                  main           [0]\n"
             "\n"
             "[1]    50.0              2.0            2.0                <cycle 1 as a whole> [1]\n"
             "                         1.0            3.0                  a b <cycle 1>  [3]\n"
             "\n"
             "                         0.5            7.5                  main\n"
             "[3]    12.34             7.5            -3.0               a b <cycle 1>\n"
             "                                                             a b <cycle 1>  [3]\n"
             "                         0.0            0.0                  c\n"
             "\n"
             "Index  Function\n-----  --------\n[0]    main\n");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 0);
    assert_int_equal(in.p.frames.n - 1, 3);
    assert_int_equal(called_own(&in, "main", 0), 500000000);
    assert_int_equal(called_own(&in, "a b", 0), 7500000000);
    assert_int_equal(calls_total_of(&in.p.calls, called_frame(&in, "main"), 0), 8000000000);
    assert_int_equal(calls_total_of(&in.p.calls, called_frame(&in, "a b"), 0), 4000000000);
    assert_int_equal(called_cost(&in, "main", "a b", 0), 4000000000);
    assert_int_equal(called_cost(&in, "a b", "a b", 0), 0);
    assert_int_equal(called_cost(&in, "a b", "c", 0), 0);
    assert_int_equal(in.p.calls.pairs.n, 3);
    assert_int_equal(called_of(&in, "a b").cycle, 1);
    assert_false(called_of(&in, "a b").counted);
    assert_int_equal(in.p.calls.share, CALLS_AS_OUTER_COSTS);
    called_done(&in);
}

static void damaged_entries_are_counted_and_their_neighbours_survive(void **state)
{
    struct called_read in;

    (void)state;
    read_report(&in, "[0]    100.0    0.5    1.5    main    [0]\n    1.0    0.0    one    [1]\n"
                     "    0.5    none    two    [2]\n\n"
                     "    0.5    1.5    main   [0]\n[1]    50.0    1.0    one    [1]\n"
                     "    1.0    0.0    lost   [3]\na line\n\n"
                     "[2]    25.0    0.5    0.0    two    [2]\n    1.0    0.0    whose    [8]\n[3] "
                     "   25.0    0.5    0.0    three [3]\n"
                     "    0.5\n");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 5);
    assert_int_equal(in.p.columns[0].total, 1500000000);
    assert_int_equal(in.p.calls.pairs.n, 1);
    assert_int_equal(called_cost(&in, "main", "one", 0), 1000000000);
    called_done(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_the_times_of_functions_and_cycles),
        cmocka_unit_test(damaged_entries_are_counted_and_their_neighbours_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
