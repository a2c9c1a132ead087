/* Headers and frames of perf script text, by the fields that are there. */
#include "unit.h"

#include <stdio.h>

#include "input/perf/frame.h"
#include "input/perf/header.h"

static const struct perf_layout unknown = {.known = false};

struct row {
    const char *line;
    const char *comm, *pid, *tid, *cpu, *event, *frame;
    uint64_t period; /* 0: none */
};

static void every_field_may_be_missing(void **state)
{
    static const struct row rows[] = {
        {"java 12688 [002] 6544038.708352: 235 cpu-clock: ", "java", "", "12688", "002",
         "cpu-clock", "", 235},
        {"V8 WorkerThread 25607/25608 4794564.109216: cycles:u: ", "V8 WorkerThread", "25607",
         "25608", "", "cycles:u", "", 0},
        {"java 19983 cycles:", "java", "", "19983", "", "cycles", "", 0},
        {"pool worker 0 30718 cycles:", "pool worker 0", "", "30718", "", "cycles", "", 0},
        {"java 19983      10101 cycles:", "java", "", "19983", "", "cycles", "", 10101},
        {"java 19983 [001] 10101 cycles:", "java", "", "19983", "001", "cycles", "", 10101},
        {"a 100/101 1.0:  5 cycles: ", "a", "100", "101", "", "cycles", "", 5},
        {":-1 -1 1.0: cycles: ", ":-1", "", "-1", "", "cycles", "", 0},
        {"my:-1/7 100/101 1.0: cycles: ", "my:-1/7", "100", "101", "", "cycles", "", 0},
        {"77\t1/1\t\t[000] 0.0:\t\t\t1 event_name: event_properties", "77", "1", "1", "000",
         "event_name", "", 1},
        {"k/[2] 4/5 [000] 0.0: 1 e: x", "k/[2]", "4", "5", "000", "e", "", 1},
        {"demo 30715/30715 U      3423.844221: cpu-clock: ", "demo", "30715", "30715", "",
         "cpu-clock", "", 0},
        {"demo 470 [000] 3447.003557: sched:sched_switch: prev_comm=demo prev_pid=470 ==> x",
         "demo", "", "470", "000", "sched:sched_switch", "", 0},
        {"demo 470 1.5: syscalls:sys_enter_write: fd: 0x1, buf: 0x7f00", "demo", "", "470", "",
         "syscalls:sys_enter_write", "", 0},
        {"demo 470 1.5: probe_libc:malloc: (7f00) ", "demo", "", "470", "", "probe_libc:malloc", "",
         0},
        {"     demo 30797  3425.1:  500250 cpu-clock:   7f87 f+0x158 (/usr/lib/ld.so)", "demo", "",
         "30797", "", "cpu-clock", "7f87 f+0x158 (/usr/lib/ld.so)", 500250},
        {"demo 836 3460.961184: cpu-clock:                0", "demo", "", "836", "", "cpu-clock",
         "", 0},
        {"demo 460 1.5: 1001001 cpu-clock/freq=999,call-graph=fp/: ", "demo", "", "460", "",
         "cpu-clock/freq=999,call-graph=fp/", "", 1001001},
        {"demo-fp 30715 ", "demo-fp", "", "30715", "", "", "", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct perf_header h;
        if (!perf_header_read(str_of(rows[i].line), &unknown, &h))
            fail_msg("\"%s\" is no header", rows[i].line);
        assert_str(h.comm, rows[i].comm);
        assert_str(h.pid, rows[i].pid);
        assert_str(h.tid, rows[i].tid);
        assert_str(h.cpu, rows[i].cpu);
        assert_str(h.event, rows[i].event);
        assert_str(h.frame, rows[i].frame);
        assert_int_equal(h.has_period, rows[i].period != 0);
        if (h.has_period)
            assert_int_equal(h.period, rows[i].period);
    }
}

static void other_lines_are_no_headers(void **state)
{
    static const char *const lines[] = {
        "",
        "x",
        "1.0: cycles:",
        "java x 1.0: cycles:",
        "java 1 1.0: 99999999999999999999999 cycles:",
        "failed to open /tmp/perf-1.map, continuing without symbols",
        "7f00 main+0x1 (/bin/a)",
        "main;parse;read 12.5",
        "1: 416 [1: 416] @ 0x43ff68 0x44021e",
        "7 500: 12 2: 3",
    };
    struct perf_header h;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (perf_header_read(str_of(lines[i]), &unknown, &h) && h.sure)
            fail_msg("\"%s\" is a header", lines[i]);
    assert_true(perf_header_read(STR("a 1 1.0: PERF_RECORD_FORK(1:2):(1:1)"), &unknown, &h) &&
                h.record);
    assert_true(perf_header_read(STR("PERF_RECORD_FINISHED_ROUND"), &unknown, &h) && h.record);
    assert_false(h.chained);
    assert_true(perf_header_read(STR("a 1 1.0: DEFERRED CALLCHAIN [cookie: b6]"), &unknown, &h) &&
                h.record);
    assert_true(h.chained);
}

static void frames_have_a_name_and_a_module(void **state)
{
    static const struct {
        const char *line, *address, *name, *module;
        bool inlined;
    } rows[] = {
        {"\t    7f00 main+0x1 (/bin/a)", "7f00", "main", "/bin/a", false},
        {"7f00 main (/bin/a)", "7f00", "main", "/bin/a", false},
        {"\t 7f00 main+0x1 (inlined)", "7f00", "main", "", true},
        {"\t 7f00 main+0x1 (/bin/a+0x7f00)", "7f00", "main", "/bin/a", false},
        {"\t 7f00 [unknown] ([kernel.kallsyms]+0x12)", "7f00", "[unknown]", "[kernel.kallsyms]",
         false},
        {"\t 7f00 f (/lib/libstdc++.so+0x1b)", "7f00", "f", "/lib/libstdc++.so", false},
        {"\t 7f00 f (/lib/libstdc++)", "7f00", "f", "/lib/libstdc++", false},
        {"\t b00000006 (cookie) ([unknown])", "b00000006", "(cookie)", "[unknown]", false},
        {"\t 7f00  (/bin/a)", "7f00", "", "/bin/a", false},
        {"\t 7f00 [unknown] ([unknown])", "7f00", "[unknown]", "[unknown]", false},
        {"\t 7f00 f+0x1 (/memfd:x (deleted))", "7f00", "f", "/memfd:x (deleted)", false},
        {"\t 7f00 f (/memfd:x (deleted))", "7f00", "f", "/memfd:x (deleted)", false},
        {"\t 7f00 f+0x1 (/home/my dir/a.out)", "7f00", "f", "/home/my dir/a.out", false},
        {"\t 7f00 f+0x1 ([kernel.kallsyms].init.text)", "7f00", "f", "[kernel.kallsyms].init.text",
         false},
        {"\t 7f00 f+0x1 ([JIT app cache])", "7f00", "f", "[JIT app cache]", false},
        {"\t 7f00 std::function<void (int)>::operator()(int) const+0x1 (/bin/a)", "7f00",
         "std::function<void (int)>::operator()(int) const", "/bin/a", false},
        {"\t 7f00 f(int, char (*)[3]) (/bin/a)", "7f00", "f(int, char (*)[3])", "/bin/a", false},
        {"\t 7f00 f(+0x1 (/tmp/(odd)", "7f00", "f(", "/tmp/(odd", false},
        {"\t 7f00 main", "7f00", "main", "", false},
        {"\t 7f00", "7f00", "", "", false},
        {"\taddress symbol (module)", "address", "symbol", "module", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct perf_frame frame;
        assert_true(perf_frame_read(str_of(rows[i].line), &frame));
        assert_str(frame.address, rows[i].address);
        assert_str(frame.name, rows[i].name);
        assert_str(frame.module, rows[i].module);
        assert_int_equal(frame.inlined, rows[i].inlined);
    }
}

/* Each byte of the line is replaced by each other one. */
static void what_is_plainly_unknown_is_unknown(void **state)
{
    static const char *const addresses[] = {"               0", "           9e0a8",
                                            "        ffffffff", "ffffffff81000130",
                                            "       7f10b9594"};

    (void)state;
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "\t%s [unknown] ([unknown])\n", addresses[i]);
        const struct str text = {line, PERF_UNKNOWN_LINE - 1};
        assert_int_equal(strlen(line), PERF_UNKNOWN_LINE);
        assert_true(perf_frame_begins_unknown(line, line + PERF_UNKNOWN_LINE));
        assert_false(perf_frame_begins_unknown(line, line + PERF_UNKNOWN_LINE - 1));
        for (size_t at = 0; at < PERF_UNKNOWN_LINE; at++) {
            const char was = line[at];
            for (int byte = 0; byte < 256; byte++) {
                line[at] = (char)byte;
                if (perf_frame_begins_unknown(line, line + PERF_UNKNOWN_LINE) &&
                    !(line[PERF_UNKNOWN_LINE - 1] == '\n' && perf_frame_is_padded(text) &&
                      perf_frame_is_unknown(text)))
                    fail_msg("\"%s\" is no unknown frame", line);
            }
            line[at] = was;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_may_be_missing),
        cmocka_unit_test(other_lines_are_no_headers),
        cmocka_unit_test(frames_have_a_name_and_a_module),
        cmocka_unit_test(what_is_plainly_unknown_is_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
