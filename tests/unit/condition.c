/* record/trap/condition and record/trap/trap: what is waited for, and when it is so. */
#include "record/trap/condition.h"

#include "record/trap/trap.h"
#include "unit.h"

/* "SUBJECT WANTED" of a condition, or what is said of it. */
static const char *printed(const char *text, struct buf *to)
{
    struct condition c;
    struct fault f = {0};

    buf_clear(to);
    if (condition_parse(&c, str_of(text), &f)) {
        condition_add_subject(to, &c);
        buf_add_byte(to, ' ');
        condition_add_wanted(to, &c);
    } else {
        assert_int_equal(f.kind, FAULT_USAGE);
        buf_add(to, str_of(f.text));
    }
    buf_add_byte(to, '\0');
    return to->p;
}

static void conditions_are_read_as_they_are_guessed(void **state)
{
    static const char *const cases[][2] = {
        {"cpu(4711) < 20%", "cpu(4711) < 20 %"},
        {"cpu<20%", "cpu < 20 %"},
        {"  cpu ( 4711 )<=20.5 % ", "cpu(4711) <= 20.5 %"},
        {"cpu(machine) >= 90%", "cpu(machine) >= 90 %"},
        {"cpu(system.slice/web.service) < 5%", "cpu(system.slice/web.service) < 5 %"},
        {"memory(4711) > 2G", "memory(4711) > 2 G"},
        {"memory > 1.5GiB", "memory > 1.5 G"},
        {"mem > 512MB", "memory > 512 M"},
        {"mem > 64k", "memory > 64 k"},
        {"memory > 100", "memory > 100"},
        {"threads > 200", "threads > 200"},
        {"runqueue > 8", "runqueue > 8"},
        {"iowait > 30%", "iowait > 30 %"},
        {"psi(cpu) > 10%", "pressure(cpu) > 10 %"},
        {"pressure(io,web.slice) > 10%", "pressure(io, web.slice) > 10 %"},
        {"pressure( memory , machine ) > 0.5%", "pressure(memory, machine) > 0.5 %"},
        {"stall > 150ms", "stall > 150 ms"},
        {"stall(4711)>=0.2s", "stall(4711) >= 200 ms"},
        {"stall(web.slice) > 1.5 s", "stall(web.slice) > 1.5 s"},
        {"stall(machine) > 12.5 ms", "stall(machine) > 12.5 ms"},
        {"stall > 600s", "stall > 600 s"},
    };
    struct buf b = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(printed(cases[i][0], &b), cases[i][1]);
    buf_free(&b);
}

static void what_is_wrong_is_said_with_what_was_wanted(void **state)
{
    static const char *const cases[][2] = {
        {"", "wanted METRIC < VALUE"},
        {"cpuu < 20%", "did you mean \"cpu\"?"},
        {"treads > 20", "did you mean \"threads\"?"},
        {"cpu", "no < or > behind the metric"},
        {"cpu = 20%", "no < or > behind the metric"},
        {"cpu(4711 < 20%", "no ) behind the ("},
        {"cpu() < 20%", "nothing in ()"},
        {"cpu(0) < 20%", "no number of a process"},
        {"cpu(99999999999) < 20%", "no number of a process"},
        {"cpu < 20", "wanted a percentage, as 20%"},
        {"cpu < -1%", "wanted a percentage, as 20%"},
        {"cpu < %", "wanted a percentage, as 20%"},
        {"cpu < 99999999999999999999%", "wanted a percentage, as 20%"},
        {"memory > 20%", "wanted a size, as 512M or 2G"},
        {"memory > G", "wanted a size, as 512M or 2G"},
        {"memory > 99999999999999T", "wanted a size, as 512M or 2G"},
        {"threads > many", "wanted a number, as 200"},
        {"threads > 2k", "wanted a number, as 200"},
        {"pressure > 10%", "wanted pressure(cpu)"},
        {"pressure(cup) > 10%", "did you mean \"cpu\"?"},
        {"pressure(io, 4711) > 10%", "is not known of a process"},
        {"pressure(io,) > 10%", "nothing in ()"},
        {"iowait(4711) > 10%", "is known of the machine alone"},
        {"runqueue(web) > 10", "is known of the machine alone"},
        {"cpu(\x01\xff) <", "wanted a percentage"},
        {"stal > 150ms", "did you mean \"stall\"?"},
        {"stall > 150", "wanted a time from 10ms to 600s, as 150ms"},
        {"stall > 9ms", "wanted a time from 10ms to 600s, as 150ms"},
        {"stall > 601s", "wanted a time from 10ms to 600s, as 150ms"},
        {"stall > 99999999999999999s", "wanted a time from 10ms to 600s, as 150ms"},
        {"stall > s", "wanted a time from 10ms to 600s, as 150ms"},
        {"stall < 150ms", "wanted stall > VALUE"},
    };
    struct buf b = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strstr(printed(cases[i][0], &b), cases[i][1]))
            fail_msg("%s: \"%s\" lacks \"%s\"", cases[i][0], b.p, cases[i][1]);
    buf_free(&b);
}

static bool holds(const char *text, uint64_t value)
{
    struct condition c;
    struct fault f = {0};

    assert_true(condition_parse(&c, str_of(text), &f));
    return condition_holds(&c, value);
}

static void numbers_are_compared_in_their_units(void **state)
{
    (void)state;
    assert_true(holds("cpu < 20%", 19999));
    assert_false(holds("cpu < 20%", 20000));
    assert_true(holds("cpu <= 20%", 20000));
    assert_false(holds("cpu > 20%", 20000));
    assert_true(holds("cpu >= 20%", 20000));
    assert_true(holds("cpu > 0.001%", 2));
    assert_true(holds("memory > 2G", (UINT64_C(2) << 30) + 1));
    assert_false(holds("memory > 2G", UINT64_C(2) << 30));
    assert_true(holds("memory > 16777215.9 T", UINT64_MAX)); /* as such a limit is told */
    assert_true(holds("memory > 1.5k", 1537));
    assert_true(holds("threads < 3", 2));
}

static void values_are_shown_with_a_tenth(void **state)
{
    static const struct {
        enum metric metric;
        uint64_t value;
        const char *text;
    } cases[] = {
        {METRIC_CPU, 0, "0 %"},
        {METRIC_CPU, 12345, "12.3 %"},
        {METRIC_MEMORY, 1023, "1023"},
        {METRIC_MEMORY, 2469606200, "2.3 G"},
        {METRIC_MEMORY, UINT64_MAX, "16777215.9 T"},
        {METRIC_THREADS, 1024, "1024"},
        {METRIC_STALL, 12345678, "12.3 ms"},
        {METRIC_STALL, 1500000000, "1.5 s"},
    };
    struct buf b = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&b);
        condition_add_value(&b, cases[i].metric, cases[i].value);
        assert_str(buf_str(&b), cases[i].text);
    }
    buf_free(&b);
}

static void a_trap_springs_once_it_has_been_so_for_long_enough(void **state)
{
    struct trap t = {.lasting_ns = 20};

    (void)state;
    assert_false(trap_judge(&t, 0, TRUTH_YES));
    assert_false(trap_judge(&t, 10, TRUTH_NO));
    assert_false(trap_judge(&t, 20, TRUTH_YES));
    assert_false(trap_judge(&t, 39, TRUTH_YES));
    assert_false(trap_judge(&t, 50, TRUTH_UNKNOWN));
    assert_true(t.holds);
    assert_true(trap_judge(&t, 51, TRUTH_YES));
    assert_int_equal(t.since_ns, 20);
}

static void without_a_time_a_trap_springs_at_once(void **state)
{
    struct trap t = {0};

    (void)state;
    assert_false(trap_judge(&t, 5, TRUTH_UNKNOWN));
    assert_false(trap_judge(&t, 6, TRUTH_NO));
    assert_true(trap_judge(&t, 7, TRUTH_YES));
}

static void an_armed_trap_waits_for_its_time_and_begins_anew(void **state)
{
    struct trap t = {.lasting_ns = 10};

    (void)state;
    assert_false(trap_judge(&t, 100, TRUTH_YES));
    assert_true(trap_judge(&t, 110, TRUTH_YES));
    trap_arm(&t, 200);
    assert_false(trap_judge(&t, 120, TRUTH_YES));
    assert_false(trap_judge(&t, 199, TRUTH_YES));
    assert_true(trap_judge(&t, 200, TRUTH_YES));
    assert_int_equal(t.since_ns, 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_read_as_they_are_guessed),
        cmocka_unit_test(what_is_wrong_is_said_with_what_was_wanted),
        cmocka_unit_test(numbers_are_compared_in_their_units),
        cmocka_unit_test(values_are_shown_with_a_tenth),
        cmocka_unit_test(a_trap_springs_once_it_has_been_so_for_long_enough),
        cmocka_unit_test(without_a_time_a_trap_springs_at_once),
        cmocka_unit_test(an_armed_trap_waits_for_its_time_and_begins_anew),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
