/* input/perf_data/time/wall: by which records lives are cut. */
#include "input/perf_data/time/wall.h"

#include "unit.h"

enum { ID = 372, TRACEPOINT = 2, SOFTWARE = 1 };

static const char layout[] = "sched\nname: sched_switch\nID: 372\nformat:\n"
                             "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
                             "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
                             "\nprint fmt: \"\"\n";

/* A recording of a clock and of sched_switch. */
struct made {
    struct event rows[2];
    struct ask ask;
    struct reading reading;
    struct recording rec;
    struct wall wall;
};

static void make(struct made *m, struct event sched)
{
    sched.type = TRACEPOINT;
    sched.config = ID;
    sched.sample_type = SAMPLE_RAW | SAMPLE_TID | SAMPLE_TIME;
    *m = (struct made){.rows = {{.type = SOFTWARE, .frequency = 499}, sched}};
    m->reading.ask = &m->ask;
    m->rec = (struct recording){.r = &m->reading, .events = {.rows = m->rows, .n = 2}};
    names_init(&m->rec.names);
    buf_add(&m->rec.tracing, str_of(layout));
    wall_init(&m->wall, &m->rec, READ_WALL, NULL, NULL, NULL);
    assert_ptr_equal(m->wall.event, &m->rows[0]);
    assert_ptr_equal(m->wall.tracepoint, &m->rows[1]);
}

static void unmake(struct made *m)
{
    wall_free(&m->wall);
    names_free(&m->rec.names);
    buf_free(&m->rec.tracing);
}

static void samples_of_each_switch_cut_lives(void **state)
{
    struct made m;

    (void)state;
    make(&m, (struct event){.period = 1});
    assert_ptr_equal(m.wall.switches.event, &m.rows[1]);
    unmake(&m);
}

static void samples_of_some_switches_do_not(void **state)
{
    struct made m;

    (void)state;
    make(&m, (struct event){.period = 1, .frequency = 499});
    assert_null(m.wall.switches.event);
    unmake(&m);
    make(&m, (struct event){.period = 10});
    assert_null(m.wall.switches.event);
    unmake(&m);
}

static void records_of_switches_go_before_samples(void **state)
{
    struct made m;

    (void)state;
    make(&m, (struct event){.period = 1, .switches = true});
    assert_null(m.wall.switches.event);
    assert_true(wall_wants(&m.wall, &m.rows[1]));
    unmake(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_each_switch_cut_lives),
        cmocka_unit_test(samples_of_some_switches_do_not),
        cmocka_unit_test(records_of_switches_go_before_samples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
