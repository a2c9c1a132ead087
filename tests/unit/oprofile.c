/* input/oprofile: what opreport prints. */
#include "called.h"

#define DASHES "---------------------------------------------\n"

static void functions_have_their_samples_and_calls_what_they_cost(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "oprofile",
                "CPU: Core 2, speed 2200 MHz (estimated)\n"
                "Counted CPU_CLK_UNHALTED events (Clock cycles when not halted) count 100000\n"
                "samples  %        image name     app name     symbol name\n" DASHES
                "  60       75.0000  a.out          a.out        main\n"
                "  20       25.0000  a.out          a.out        parse\n"
                "40       50.0000  a.out          a.out        parse\n"
                "  30       42.8571  /lib/libc.so   a.out        f(int, char)\n"
                "  20       28.5714  a.out          a.out        parse\n"
                "  40       57.1429  a.out          a.out        parse [self]\n" DASHES
                "0              0  a.out (deleted) a.out        main\n"
                "  60       100.000  a.out          a.out        parse\n");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 0);
    assert_int_equal(called_own(&in, "parse", 0), 40);
    assert_int_equal(called_own(&in, "a.out!main", 0), 0);
    assert_int_equal(called_cost(&in, "parse", "libc.so!f(int, char)", 0), 30);
    assert_int_equal(called_cost(&in, "parse", "parse", 0), 20);
    assert_int_equal(called_cost(&in, "main", "parse", 0), 60);
    assert_int_equal(in.p.calls.pairs.n, 3);
    assert_int_equal(in.p.frames.n - 1, 3);
    assert_str(names_get(&in.p.names, in.p.columns[0].name), "CPU_CLK_UNHALTED");
    assert_int_equal(in.p.calls.share, CALLS_AS_COSTS);
    called_done(&in);
}

static void columns_are_found_by_their_titles(void **state)
{
    struct called_read in;

    (void)state;
    called_read(
        &in, "oprofile",
        "Profiling through timer interrupt\n"
        "vma      samples  %        samples  %        linenr info   image name   symbol name\n"
        "000145a0 12816    60.0000  3221     80.0000  inflate.c:210 libz.so      inflate\n"
        "0000e800 5228     24.5000  0        0        (no location information) libc.so str len\n");
    assert_true(in.ok);
    assert_int_equal(in.p.n_columns, 2);
    assert_int_equal(called_own(&in, "libz.so!inflate", 1), 3221);
    assert_int_equal(called_own(&in, "libc.so!str len", 0), 5228);
    const struct frame *row = &in.p.frames.rows[called_frame(&in, "inflate")];
    assert_str(names_get(&in.p.names, row->file), "inflate.c");
    assert_int_equal(row->line, 210);
    assert_str(names_get(&in.p.names, in.p.columns[1].name), "samples-2");
    called_done(&in);
}

static void damaged_rows_are_counted_and_their_neighbours_survive(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "oprofile",
                "samples  %        image name  symbol name\n" DASHES "40  50.0  a.out  parse\n"
                "  many  42.8  a.out  copy\n  20  28.5  a.out  read\n" DASHES "a line\n"
                "  20  28.5  a.out  lost\n" DASHES "7  5.0  a.out  main\n  60  75.0  a.out\n");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 3);
    assert_int_equal(in.p.columns[0].total, 47);
    assert_int_equal(in.p.calls.pairs.n, 1);
    assert_int_equal(called_cost(&in, "parse", "read", 0), 20);
    called_done(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_have_their_samples_and_calls_what_they_cost),
        cmocka_unit_test(columns_are_found_by_their_titles),
        cmocka_unit_test(damaged_rows_are_counted_and_their_neighbours_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
