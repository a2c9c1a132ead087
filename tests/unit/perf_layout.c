/* Which fields headers of perf script have, found out from several of them. */
#include "unit.h"

#include "input/perf/header.h"
#include "input/perf/tail.h"

static const char frames[] =
    "\t          401136 leaf (/bin/a)\n\t          401196 main (/bin/a)\n\n";

struct text {
    const char *headers[3];
    const char *comm, *tid, *event; /* of the first */
    uint64_t period;
};

static const struct text rows[] = {
    {{"pool 1 ", "bash ", "pool 2 "}, "pool 1", "", "", 0},
    {{"pool 1 ", "pool 2 ", "pool 3 "}, "pool 1", "", "", 0},
    {{"pool 1    12 ", "bash    12 ", "pool 2 16561 "}, "pool 1", "12", "", 0},
    {{"pool 12345     250000 ", "bash          1 ", "a          2 "}, "pool 12345", "", "", 250000},
    {{"   12         20 ", "16561 1234567890 ", "    1          1 "}, "", "12", "", 20},
    {{"        20 ", "         1 ", "1234567890 "}, "", "", "", 20},
    {{"ev 7 e: cycles: ", "bash cycles: ", "a cycles: "}, "ev 7 e:", "", "cycles", 0},
    {{"ev 7 e:    12 cycles:           7f0012 ", "bash    12 cycles:           7f0012 ",
      "a    12 cycles:           7f0012 "},
     "ev 7 e:",
     "12",
     "cycles",
     0},
    {{"z 1.5:     1.000001: ", "bash     1.000001: ", "a     1.000001: "}, "z 1.5:", "", "", 0},
    {{"a 16561     1.000001:         20                0",
      "b 16561     1.000001:         20                0",
      "c 16561     1.000001:         20                0"},
     "a",
     "16561",
     "",
     20},
    {{"a 16561                0", "b 16561                0", "c 16561                0"},
     "a",
     "16561",
     "",
     0},
    {{"VM:13376 VCPU:001 qemu 16561     1.000001: ", "b 16561     1.000001: ",
      "c 16561     1.000001: "},
     "qemu",
     "16561",
     "",
     0},
    {{"memtest 12 1.000001:  20 cycles: ", "b 12 1.000001:  20 cycles: ",
      "c 12 1.000001:  20 cycles: "},
     "memtest",
     "12",
     "cycles",
     20},
};

static void a_field_is_there_where_most_headers_have_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct perf_layout layout;
        struct perf_header h;
        struct buf text = {0};
        for (size_t k = 0; k < 3; k++) {
            buf_add(&text, str_of(rows[i].headers[k]));
            buf_add_byte(&text, '\n');
            buf_add(&text, str_of(frames));
        }
        perf_layout_find(buf_str(&text), &layout);
        if (!perf_header_read(str_of(rows[i].headers[0]), &layout, &h))
            fail_msg("\"%s\" is no header", rows[i].headers[0]);
        assert_str(h.comm, rows[i].comm);
        assert_str(h.tid, rows[i].tid);
        assert_str(h.event, rows[i].event);
        if (h.has_period != (rows[i].period != 0))
            fail_msg("\"%s\" has a period, or has none", rows[i].headers[0]);
        if (h.has_period)
            assert_int_equal(h.period, rows[i].period);
        buf_free(&text);
    }
}

static void frames_and_headers_are_no_tails(void **state)
{
    static const char *const lines[] = {
        "",
        "a 12 1.0: 20 cycles: ",
        "pool 1 ",
        "|3 ",
        "\t          401136 leaf (/bin/a)",
        "  file.c:12",
        "        20 ",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (perf_tail_fields(str_of(lines[i])).n)
            fail_msg("\"%s\" is a tail", lines[i]);
}

static void the_end_of_a_frame_in_a_header_is_cut(void **state)
{
    static const char *const lines[] = {
        "7f00 f+0x1 (/bin/a)",
        "7f00 f+0x1 (/bin/a) ABI:2    AX:0x1 ",
        "7f00 f+0x1 (/bin/a) insn: 48",
        "7f00 f+0x1 (/bin/a)       10a5b2c40 4K N/A",
        "7f00 f+0x1 (/bin/a) 0x55d0(/bin/a)/0x55e0(/bin/a)/P/-/-/0 ",
        "7f00 f+0x1 (/bin/a) =>     7f01 g+0x2 (/bin/b)",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_str(perf_tail_cut(str_of(lines[i])), lines[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_there_where_most_headers_have_it),
        cmocka_unit_test(frames_and_headers_are_no_tails),
        cmocka_unit_test(the_end_of_a_frame_in_a_header_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
