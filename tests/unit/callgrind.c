/* input/callgrind: functions, what they cost and what their calls cost. */
#include "called.h"

static void own_costs_are_those_of_the_lines_of_a_function(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "version: 1\npositions: line\nevents: Ir Dr\n\n"
                "ob=/bin/a.out\nfl=main.c\nfn=main\n16 400 7\n+1 20\n* 3\n"
                "fi=inlined.h\n7 1000 1\nfe=main.c\n-2 5\nfn=work\n30 1\n");
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "a.out!main", 0), 1428);
    assert_int_equal(called_own(&in, "main", 1), 8);
    assert_int_equal(called_own(&in, "work", 0), 1);
    assert_str(names_get(&in.p.names, in.p.columns[1].name), "Dr");
    assert_str(names_get(&in.p.names, in.p.columns[1].unit), "Dr");
    assert_str(names_get(&in.p.names, in.p.frames.rows[called_frame(&in, "main")].file), "main.c");
    assert_false(called_of(&in, "main").counted);
    assert_int_equal(in.tally.taken, 6);
    assert_int_equal(in.tally.bad, 0);
    called_done(&in);
}

static void a_call_costs_what_the_line_behind_it_says(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir Dr\nob=(1) /bin/a\nfl=(1) a.c\nfn=(1) main\n16 4\n"
                "cob=(2) /lib/libc.so\ncfi=(2) malloc.c\ncfn=(2) malloc\ncalls=3 +20\n* 900 5\n"
                "18 0\ncfn=(3) work\ncalls=1 40\n18 50\n"
                "+1 2\ncfn=(3)\ncalls=2 40\n* 7\nfn=(3)\n40 57\ncfn=(3)\ncalls=9 40\n* 11\n");
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "main", 0), 6);
    assert_int_equal(called_cost(&in, "a!main", "libc.so!malloc", 0), 900);
    assert_int_equal(called_cost(&in, "a!main", "libc.so!malloc", 1), 5);
    assert_int_equal(called_count(&in, "main", "malloc"), 3);
    assert_int_equal(called_cost(&in, "a!main", "a!work", 0), 57);
    assert_int_equal(called_count(&in, "main", "work"), 3);
    assert_int_equal(called_cost(&in, "work", "work", 0), 11);
    assert_int_equal(called_of(&in, "work").count, 12);
    assert_true(called_of(&in, "work").counted);
    assert_true(called_of(&in, "main").counted);
    assert_int_equal(called_of(&in, "main").count, 0);
    assert_int_equal(in.p.calls.share, CALLS_AS_COSTS);
    assert_int_equal(in.p.calls.pairs.n, 3);
    called_done(&in);
}

static void without_an_object_a_call_stays_in_that_of_its_caller(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir\nob=a\nfl=a.c\nfn=main\n1 1\n"
                "cob=libc.so\ncfn=malloc\ncalls=1 0\n2 10\ncfn=free\ncalls=1 0\n2 10\n"
                "3 1\ncfn=work\ncalls=1 0\n3 10\n");
    assert_true(in.ok);
    assert_int_equal(called_cost(&in, "a!main", "libc.so!malloc", 0), 10);
    assert_int_equal(called_cost(&in, "a!main", "a!free", 0), 10);
    assert_int_equal(called_cost(&in, "a!main", "a!work", 0), 10);
    called_done(&in);
}

static void a_call_through_a_stub_finds_the_function(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir\nob=a\nfl=a.c\nfn=main\n1 1\n"
                "cob=ld.so\ncfn=malloc\ncalls=1 0\n2 10\n\nob=libc.so\nfn=malloc\n7 10\n");
    assert_true(in.ok);
    assert_int_equal(called_cost(&in, "a!main", "libc.so!malloc", 0), 10);
    assert_int_equal(called_own(&in, "malloc", 0), 10);
    called_done(&in);
}

static void equal_names_in_two_files_are_two_functions(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir\nfl=m.c\nfn=main\n1 1\ncfi=b.c\ncfn=help\ncalls=2 1\n2 30\n"
                "cfi=a.c\ncfn=help\ncalls=1 1\n3 500\nfl=a.c\nfn=help\n1 500\n"
                "fl=b.c\nfn=help\n1 30\n");
    assert_true(in.ok);
    assert_int_equal(in.p.frames.n - 1, 3);
    assert_int_equal(in.p.calls.pairs.n, 2);
    assert_int_equal(calls_cost_of(&in.p.calls, 0, 0), 30);
    assert_str(names_get(&in.p.names, in.p.frames.rows[in.p.calls.pairs.rows[0].b].file), "b.c");
    assert_int_equal(calls_cost_of(&in.p.calls, 1, 0), 500);
    assert_str(names_get(&in.p.names, in.p.frames.rows[in.p.calls.pairs.rows[1].b].file), "a.c");
    called_done(&in);
}

static void calls_that_are_not_counted_cost_what_is_said(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir\nfn=a\n1 1\ncfn=b\ncalls=-1 -1\n2 30\ncfn=c\ncalls=0 0x10 1\n* 5\n"
                "fn=b\n1 30\nfn=c\n1 5\n");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 0);
    assert_int_equal(called_cost(&in, "a", "b", 0), 30);
    assert_int_equal(called_cost(&in, "a", "c", 0), 5);
    assert_false(called_of(&in, "b").counted);
    assert_false(called_of(&in, "c").counted);
    called_done(&in);
}

static void an_object_without_a_name_is_none(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir\nob=(1) /bin/a\nfl=(1) a.c\nfn=(1) main\n1 1\nob=(8)\nfl=(2) ???\n"
                "fn=(2) 0x4000\n1 7\n");
    assert_true(in.ok);
    assert_int_equal(in.tally.bad, 0);
    assert_int_equal(in.p.frames.rows[called_frame(&in, "0x4000")].module, 0);
    called_done(&in);
}

static void jumps_cost_nothing_and_their_numbers_stand_for_names(void **state)
{
    struct called_read in;

    (void)state;
    called_read(
        &in, "callgrind",
        "positions: instr line\nevents: Ir\nfl=(1) a.c\nfn=(1) main\n0x10 16 4\n"
        "jcnd=1/2 +33 +2\n* *\njfi=(7) b.c\njump=5 0x40 9\n+3 -1\n+2 * 1\nfl=(7)\nfn=f\n0x1 1 1\n");
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "main", 0), 5);
    assert_str(names_get(&in.p.names, in.p.frames.rows[called_frame(&in, "f")].file), "b.c");
    assert_int_equal(in.tally.bad, 0);
    called_done(&in);
}

static void parts_add_up_and_may_measure_other_events(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "version: 1\npart: 1\nevents: Ir\nfn=(1) main\n1 5\ntotals: 5\n"
                "part: 2\nevents: Dr Ir\nfn=(1)\n1 3 8\n");
    assert_true(in.ok);
    assert_int_equal(in.p.n_columns, 2);
    assert_int_equal(called_own(&in, "main", 0), 13);
    assert_int_equal(called_own(&in, "main", 1), 3);
    called_done(&in);
}

static void calls_of_old_xdebug_find_their_functions_by_name(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "version: 0.9.6\ncreator: xdebug 2.2.1\nevents: Time_(10ns) Memory\n"
                "fl=php:internal\nfn=php::strlen\n5 3 8\n\n"
                "fl=/srv/a.php\nfn={main}\n\nsummary: 100 200\n\n1 29 -4\n"
                "cfn=php::strlen\ncalls=1 0 0\n5 3 8\n");
    assert_true(in.ok);
    assert_int_equal(in.p.frames.n - 1, 2);
    assert_int_equal(called_cost(&in, "{main}", "php::strlen", 0), 3);
    assert_int_equal(called_own(&in, "{main}", 0), 29);
    assert_str(names_get(&in.p.names, in.p.columns[0].unit), "10ns");
    assert_int_equal(in.notes.total, 1);
    assert_int_equal(in.tally.bad, 0);
    called_done(&in);
}

static void damaged_lines_are_counted_and_their_neighbours_survive(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind",
                "events: Ir\n5 5\nfn=main\n1 5\nx 6\n2 7 8\n3 99999999999999999999\n4 1\n"
                "cfn=work\ncalls=2 1\nfn=other\n1 1\ncalls=3 7\n1 100\nfn=(9)\n1 4\n1\n+\n");
    assert_true(in.ok);
    assert_int_equal(called_own(&in, "main", 0), 6);
    assert_int_equal(called_own(&in, "other", 0), 1);
    assert_int_equal(called_own(&in, "(9)", 0), 4);
    assert_int_equal(in.p.calls.pairs.n, 0);
    assert_int_equal(in.tally.bad, 8);
    called_done(&in);
}

static void sums_that_do_not_fit_are_a_fault(void **state)
{
    struct called_read in;

    (void)state;
    called_read(&in, "callgrind", "events: Ir\nfn=main\n1 18446744073709551615\n1 1\n");
    assert_false(in.ok);
    called_done(&in);
    called_read(&in, "callgrind",
                "events: Ir\nfn=a\ncfn=b\ncalls=1 1\n1 18446744073709551615\n"
                "cfn=b\ncalls=1 1\n1 1\n");
    assert_false(in.ok);
    called_done(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_costs_are_those_of_the_lines_of_a_function),
        cmocka_unit_test(a_call_costs_what_the_line_behind_it_says),
        cmocka_unit_test(without_an_object_a_call_stays_in_that_of_its_caller),
        cmocka_unit_test(a_call_through_a_stub_finds_the_function),
        cmocka_unit_test(equal_names_in_two_files_are_two_functions),
        cmocka_unit_test(calls_that_are_not_counted_cost_what_is_said),
        cmocka_unit_test(an_object_without_a_name_is_none),
        cmocka_unit_test(jumps_cost_nothing_and_their_numbers_stand_for_names),
        cmocka_unit_test(parts_add_up_and_may_measure_other_events),
        cmocka_unit_test(calls_of_old_xdebug_find_their_functions_by_name),
        cmocka_unit_test(damaged_lines_are_counted_and_their_neighbours_survive),
        cmocka_unit_test(sums_that_do_not_fit_are_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
