/* input/gprof: the call graph and the flat profile that gprof prints. */
#include "called.h"

#define HEADER "index % time    self  children    called     name\n"
#define DASHES "-----------------------------------------------\n"

static void functions_calls_and_cycles_are_those_of_the_entries(void **state)
{
    struct called_read in;

    (void)state;
    called_read(
        &in, "gprof",
        "\t\t\tCall graph\n\n\ngranularity: each sample hit covers 2 byte(s)\n\n" HEADER
        "                                                 <spontaneous>\n"
        "[1]    100.0    0.04    2.46                 main [1]\n"
        "                0.21    2.25       3/3           a(int, char) <cycle 1> [3]\n" DASHES
        "[2]     98.4    0.21    2.25       3+5       <cycle 1 as a whole> [2]\n"
        "                0.20    1.25       4             a(int, char) <cycle 1> [3]\n"
        "                0.01    1.00       4             b <cycle 1> [4]\n" DASHES
        "                                   1             b <cycle 1> [4]\n"
        "                0.21    2.25       3/3           main [1]\n"
        "[3]     58.0    0.20    1.25       4+2       a(int, char) <cycle 1> [3]\n"
        "                2.25    0.00       7/8           c [5]\n"
        "                                   4             b <cycle 1> [4]\n"
        "                                   2             a(int, char) <cycle 1> [3]\n" DASHES
        "                                   4             a(int, char) <cycle 1> [3]\n"
        "[4]     40.0    0.01    1.00       4         b <cycle 1> [4]\n"
        "                                   1             a(int, char) <cycle 1> [3]\n" DASHES
        "                2.25    0.00       7/8           a(int, char) <cycle 1> [3]\n"
        "[5]     90.0    2.25    0.00       8         c [5]\n" DASHES
        "\n This table describes the call tree of the program.\n\n"
        " Copyright (C) 2012-2023\n\fIndex by function name\n\n   [1] main [2] <cycle 1>\n");
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "main", 0), 40000000);
    assert_int_equal(called_own(&in, "a(int, char)", 0), 200000000);
    assert_int_equal(called_own(&in, "c", 0), 2250000000);
    assert_str(names_get(&in.p.names, in.p.columns[0].unit), "ns");
    assert_int_equal(in.p.frames.n - 1, 4);
    assert_int_equal(called_of(&in, "a(int, char)").cycle, 1);
    assert_int_equal(called_of(&in, "a(int, char)").count, 6);
    assert_int_equal(called_of(&in, "c").cycle, 0);
    assert_int_equal(called_of(&in, "c").count, 8);
    assert_false(called_of(&in, "main").counted);
    assert_int_equal(called_count(&in, "main", "a(int, char)"), 3);
    assert_int_equal(called_count(&in, "a(int, char)", "a(int, char)"), 2);
    assert_int_equal(called_count(&in, "a(int, char)", "c"), 7);
    assert_int_equal(called_count(&in, "b", "a(int, char)"), 1);
    assert_int_equal(in.p.calls.pairs.n, 5);
    assert_int_equal(in.p.calls.share, CALLS_AS_OUTER_COSTS);
    assert_int_equal(in.tally.bad, 0);
    called_done(&in);
}

static void the_text_of_bsd_has_blank_lines_and_other_words(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "gprof",
                "                                  called/total       parents \n"
                "index  %time    self descendents  called+self    name           index\n"
                "                                  called/total       children\n\n"
                "                                     <spontaneous>\n"
                "[1]     90.0    0.50        4.00                 _main [1]\n"
                "                4.00        0.00       2/2           _work [2]\n\n" DASHES "\n"
                "                4.00        0.00       2/2           _main [1]\n"
                "[2]     80.0    4.00        0.00       2         _work [2]\n"
                "                0.00        0.00       9/9           _exit (7)\n\n" DASHES "\n");
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "_main", 0), 500000000);
    assert_int_equal(called_count(&in, "_main", "_work"), 2);
    assert_int_equal(called_count(&in, "_work", "_exit"), 9);
    assert_int_equal(in.tally.bad, 0);
    called_done(&in);
}

#define FLAT                                                                                       \
    "Flat profile:\n\nEach sample counts as 0.01 seconds.\n"                                       \
    "  %   cumulative   self              self     total           \n"                             \
    " time   seconds   seconds    calls  ms/call  ms/call  name    \n"                             \
    " 66.67      0.02     0.02     2000     0.01     0.01  std::map<int, int>::at(int) const\n"    \
    " 33.33      0.03     0.01                             main\n"                                 \
    "\n %         the percentage of the total running time of the\n"

static void a_flat_profile_gives_functions_when_it_is_alone(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "gprof", "hello\n" FLAT);
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "std::map<int, int>::at(int) const", 0), 20000000);
    assert_int_equal(called_own(&in, "main", 0), 10000000);
    assert_int_equal(called_of(&in, "std::map<int, int>::at(int) const").count, 2000);
    assert_false(called_of(&in, "main").counted);
    assert_int_equal(in.p.calls.pairs.n, 0);
    assert_int_equal(in.tally.taken, 2);
    called_done(&in);
    called_read(&in, "gprof",
                FLAT "\f" HEADER "[1]    100.0    0.01    0.02                 main [1]\n"
                     "                0.02    0.00    2000/2000        at [2]\n" DASHES
                     "[2]     66.6    0.02    0.00    2000         at [2]\n" DASHES);
    assert_true(in.ok);
    assert_int_equal(in.p.frames.n - 1, 2);
    assert_int_equal(in.p.columns[0].total, 30000000);
    assert_int_equal(called_own(&in, "at", 0), 20000000);
    called_done(&in);
}

static void thousands_of_cycles_are_cycles(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "gprof",
                "index    %      self  children    called     name\n                (K)     (K) \n"
                "[1]    100.0    0.04 62353.83                 start [1]\n"
                "             1050.02 61301.09       1/1           main [2]\n" DASHES
                "[2]    100.0 1050.02 61301.09       1         main [2]\n" DASHES);
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "start", 0), 40);
    assert_int_equal(called_own(&in, "main", 0), 1050020);
    assert_str(names_get(&in.p.names, in.p.columns[0].unit), "cycles");
    called_done(&in);
}

static void damaged_entries_are_counted_and_their_neighbours_survive(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "gprof",
                HEADER "[1]    100.0    0.01    x            main [1]\n"
                       "                0.02    0.00       1/1           lost [2]\n" DASHES
                       "[2]     66.6    0.02    0.00       1         two [2]\n"
                       "                0.02    0.00       1/1           three\n"
                       "                0.02    0.00       5/5           four [4]\n" DASHES
                       "[3]     66.6    0.00    0.00       1         three [3]\n"
                       "                0.02    0.00       1/1           unknown whose [9]\n"
                       "[4]     66.6    0.03    0.00       1         four [4]\n" DASHES
                       "[5]     66.6    0.02");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 4);
    assert_int_equal(in.p.columns[0].total, 50000000);
    assert_int_equal(in.p.calls.pairs.n, 1);
    assert_int_equal(called_count(&in, "two", "four"), 5);
    called_done(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_calls_and_cycles_are_those_of_the_entries),
        cmocka_unit_test(the_text_of_bsd_has_blank_lines_and_other_words),
        cmocka_unit_test(a_flat_profile_gives_functions_when_it_is_alone),
        cmocka_unit_test(thousands_of_cycles_are_cycles),
        cmocka_unit_test(damaged_entries_are_counted_and_their_neighbours_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
