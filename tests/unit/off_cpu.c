/* input/perf_data/time/off_cpu: what samples of sched_switch and records of switches say of
 * threads. */
#include "input/perf_data/time/off_cpu.h"

#include "unit.h"

enum { ID = 372, RAW = 64 };

static const char layout[] = "sched\nname: sched_wakeup\nID: 374\nformat:\n"
                             "\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n"
                             "print fmt: \"\"\nname: sched_switch\nID: 372\nformat:\n"
                             "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
                             "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
                             "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
                             "\nprint fmt: \"\"\n";

/* A recording of one event, with the layout of tracepoints. */
struct made {
    struct event row;
    struct recording rec;
    struct off_cpu_waits off_cpu;
};

static void make(struct made *m, const char *text)
{
    *m = (struct made){.row = {.type = 2,
                               .config = ID,
                               .sample_type = SAMPLE_RAW | SAMPLE_TID | SAMPLE_TIME,
                               .trailer_id = -1,
                               .trailer_tid = 16,
                               .trailer_time = 8,
                               .trailer_cpu = -1}};
    m->rec.events = (struct events){.rows = &m->row, .n = 1};
    names_init(&m->rec.names);
    buf_add(&m->rec.tracing, str_of(text));
    off_cpu_init(&m->off_cpu, &m->rec);
}

static void unmake(struct made *m)
{
    off_cpu_free(&m->off_cpu);
    names_free(&m->rec.names);
    buf_free(&m->rec.tracing);
}

enum { GONE = STATES };

/* GONE: who left has ended. */
static int state_of(struct made *m, unsigned char low, unsigned char high)
{
    unsigned char raw[RAW] = {[32] = low, [33] = high, [56] = 77};
    const struct sample_fields s = {.tid = 5, .raw = {raw, sizeof raw, false}};
    struct off_change change;

    assert_true(off_cpu_read_sample(&m->off_cpu, &s, &change));
    assert_true(change.has_left && change.has_come);
    assert_int_equal(change.left, 5);
    assert_int_equal(change.came, 77);
    return change.is_gone ? (int)GONE : (int)change.state;
}

static void samples_say_who_left_who_came_and_why(void **state)
{
    struct made m;

    (void)state;
    make(&m, layout);
    assert_ptr_equal(m.off_cpu.event, &m.row);
    assert_int_equal(state_of(&m, 0, 0), STATE_READY);
    assert_int_equal(state_of(&m, 0, 1), STATE_READY); /* preempted */
    assert_int_equal(state_of(&m, 1, 0), STATE_WAITING);
    assert_int_equal(state_of(&m, 2, 0), STATE_WAITING);
    assert_int_equal(state_of(&m, 0x82, 0), STATE_WAITING);
    assert_int_equal(state_of(&m, 0x10, 0), GONE);
    assert_int_equal(state_of(&m, 0x20, 0), GONE);
    unmake(&m);
}

static void machines_of_another_order_and_size_are_understood(void **state)
{
    unsigned char raw[16] = {[3] = 2, [10] = 1, [11] = 4};
    const struct sample_fields s = {.tid = 5, .raw = {raw, sizeof raw, true}};
    struct off_change change;
    struct made m;

    (void)state;
    make(&m, "name: sched_switch\nID: 372\n\tfield:long prev_state;\toffset:0;\tsize:4;\n"
             "\tfield:pid_t next_pid;\toffset:8;\tsize:4;\n\nprint fmt:");
    assert_true(off_cpu_read_sample(&m.off_cpu, &s, &change));
    assert_int_equal(change.state, STATE_WAITING);
    assert_int_equal(change.came, 0x104);
    unmake(&m);
}

static void what_a_layout_does_not_say_is_not_read(void **state)
{
    static const char *const bad[] = {
        "",
        "name: sched_switch\nID: ",
        "name: sched_switch\nID: 371\n prev_state;\toffset:8;\tsize:8; "
        "next_pid;\toffset:0;\tsize:4;",
        "name: sched_switch\nID: 372\n prev_state;\toffset:8;\tsize:8;\n",
        "name: sched_switch\nID: 372\n prev_state;\toffset:8;\tsize:3;\n "
        "next_pid;\toffset:0;\tsize:4;",
        "name: sched_switch\nID: 372\n prev_state;\toffset:8;\tsize:8;\n "
        "next_pid;\toffset:0;\tsize:8;",
        "name: sched_switch\nID: 372\n prev_state;\toffset:99999999999999999999;\tsize:8;\n"
        " next_pid;\toffset:0;\tsize:4;",
        "name: sched_switch\nID: 372\nprint fmt:\n prev_state;\toffset:8;\tsize:8;\n"
        " next_pid;\toffset:0;\tsize:4;",
    };
    unsigned char raw[59] = {0};
    const struct sample_fields s = {.raw = {raw, sizeof raw, false}};
    struct off_change change;
    struct made m;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        make(&m, bad[i]);
        assert_null(m.off_cpu.event);
        unmake(&m);
    }
    make(&m, layout);
    assert_false(off_cpu_read_sample(&m.off_cpu, &s, &change));
    unmake(&m);
}

static struct record record_of(uint32_t type, uint16_t misc, const unsigned char *p, size_t n)
{
    return (struct record){.type = type, .misc = misc, .body = {p, n, false}};
}

static void records_say_who_left_or_came(void **state)
{
    static const unsigned char body[16] = {9, 0, 0, 0, 5, 0, 0, 0, 0xe8, 3};
    static const uint16_t out = MISC_OUT;
    struct record record = record_of(RECORD_SWITCH, out, body, sizeof body);
    struct sample_fields s;
    struct off_change change;
    struct made m;

    (void)state;
    make(&m, "");
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_true(change.has_left && !change.has_come);
    assert_int_equal(change.left, 5);
    assert_int_equal(change.state, STATE_WAITING);
    assert_int_equal(s.pid, 9);
    assert_int_equal(s.time_ns, 1000);
    record.misc = out | 1 << 14;
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_int_equal(change.state, STATE_READY);
    record.misc = 0;
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_true(!change.has_left && change.has_come);
    record = record_of(RECORD_SWITCH, out, body, sizeof body - 1);
    assert_false(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    record = record_of(RECORD_EXIT, 0, body, sizeof body);
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_int_equal(change.left, 1000);
    assert_true(change.has_left && change.is_ending && !change.is_gone);
    record = record_of(RECORD_FORK, 0, body, sizeof body);
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_int_equal(change.left, 1000);
    assert_true(change.is_new && !change.is_ending);
    record = record_of(RECORD_EXIT, 0, body, 11);
    assert_false(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    unmake(&m);
}

static void samples_of_sched_switch_make_records_of_leaving_needless(void **state)
{
    static const unsigned char body[16] = {9, 0, 0, 0, 5};
    struct record record = record_of(RECORD_SWITCH, MISC_OUT, body, sizeof body);
    struct sample_fields s;
    struct off_change change;
    struct made m;

    (void)state;
    make(&m, layout);
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_false(change.has_left || change.has_come);
    record.misc = 0;
    assert_true(off_cpu_read_record(&m.off_cpu, &record, &s, &change));
    assert_true(change.has_come);
    unmake(&m);
}

static void waits_that_perf_measured_stand_in_raw_data(void **state)
{
    /* Who took the sample, the size of the raw data, and in them who waited, 1000 ns, a mark, an
     * address. */
    static const unsigned char body[] = {
        1,    0,    0,    0,    1,    0,    0, 0, 48, 0, 0, 0, 9, 0, 0, 0, 5, 0,    0,    0,
        0xe8, 3,    0,    0,    0,    0,    0, 0, 2,  0, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0x34, 0x12, 0, 0, 0,  0, 0, 0, 7, 0, 0, 0, 0, 0,    0,    0};
    const struct event event = {.sample_type = SAMPLE_TID | SAMPLE_RAW, .in_raw = true};
    struct sample_fields s;

    (void)state;
    assert_true(sample_read(&s, &event, (struct bytes){body, sizeof body, false}));
    assert_int_equal(s.pid, 9);
    assert_int_equal(s.tid, 5);
    assert_int_equal(s.period, 1000);
    assert_int_equal(s.chain.n, 16);
    assert_int_equal(s.ip, 0x1234);
    for (size_t n = 0; n < sizeof body; n++)
        assert_false(sample_read(&s, &event, (struct bytes){body, n, false}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_say_who_left_who_came_and_why),
        cmocka_unit_test(machines_of_another_order_and_size_are_understood),
        cmocka_unit_test(what_a_layout_does_not_say_is_not_read),
        cmocka_unit_test(records_say_who_left_or_came),
        cmocka_unit_test(waits_that_perf_measured_stand_in_raw_data),
        cmocka_unit_test(samples_of_sched_switch_make_records_of_leaving_needless),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
