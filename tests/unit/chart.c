/* model/chart: samples of one thread on an axis of time. */
#include "model/chart.h"

#include "model/compare/change.h"
#include "profiles.h"

enum { MS = 1000000 };

static void begin(struct profile *p, const char *unit)
{
    profile_init(p, 1, TIME_POINTS);
    p->columns[0].unit = names_add(&p->names, str_of(unit));
}

static void add(struct profile *p, const char *tid, uint64_t time, const char *stack,
                uint64_t value)
{
    struct label label = {names_add(&p->names, STR("tid")), names_add(&p->names, str_of(tid))};
    labels_id labels = labels_add(&p->labels, &label, 1);

    assert_true(profile_add_at(p, (struct moment){time, STATE_RUNNING}, stack_of(p, stack), labels,
                               &value));
}

static enum chart_outcome place(struct profile *p, bool exact)
{
    struct chart_lanes lanes;
    const enum chart_outcome outcome = chart_place(p, exact, &lanes);

    chart_lanes_free(&lanes);
    return outcome;
}

/* Each sample is "TIME+LENGTH", in the unit. */
static void assert_placed(const struct profile *p, uint64_t unit, const char *wanted)
{
    struct sink s;

    sink_open_buf(&s);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        sink_text(&s, i ? " " : "");
        sink_u64(&s, p->moments.at_ns[i] / unit);
        sink_byte(&s, '+');
        sink_u64(&s, p->columns[0].values[i] / unit);
    }
    sink_byte(&s, '\0');
    assert_string_equal(s.buf.p, wanted);
    sink_discard(&s);
}

static void a_sample_lasts_until_the_next_and_before_a_gap_for_one_period(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "cycles");
    for (uint64_t i = 0; i < 4; i++)
        add(&p, "1", (50 + i) * MS, "a", 9);
    add(&p, "1", 90 * MS, "a", 9);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_placed(&p, MS, "0+1 1+1 2+1 3+1 40+1");
    assert_true(p.columns[0].total == 5 * MS && chart_end(&p) == 41 * MS);
    profile_free(&p);
}

static void samples_that_were_lost_make_no_gap(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "cycles");
    for (uint64_t i = 0; i < 6; i++)
        add(&p, "1", (i < 4 ? i : i + 2) * MS, "a", 1);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_placed(&p, MS, "0+1 1+1 2+1 3+3 6+1 7+1");
    profile_free(&p);
}

static void samples_are_sorted_by_time(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "cycles");
    for (uint64_t i = 0; i < 4; i++)
        add(&p, "1", (10 - i) * MS, "a", 1);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_placed(&p, MS, "0+1 1+1 2+1 3+1");
    profile_free(&p);
}

static void times_that_differ_say_how_long_each_sample_lasted(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "us");
    add(&p, "1", 0, "a", 1000);
    add(&p, "1", 2 * MS, "b", 3000);
    add(&p, "1", 5 * MS, "c", 4000);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_placed(&p, MS, "0+1 2+3 5+4");
    profile_free(&p);
}

static void a_wait_ends_when_it_ended(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "ns");
    for (uint64_t i = 0; i < 3; i++)
        add(&p, "1", 2 * i * MS, "a", MS);
    assert_int_equal(place(&p, true), CHART_PLACED);
    assert_placed(&p, MS, "0+1 2+1 4+1");
    profile_free(&p);
}

static void samples_without_weight_are_dropped_and_leave_a_gap(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "us");
    add(&p, "1", 0, "a", 1000);
    add(&p, "1", MS, "idle", 0);
    add(&p, "1", 3 * MS, "c", 4000);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_placed(&p, MS, "0+1 3+4");
    profile_free(&p);
}

static void threads_at_the_same_time_have_lanes_the_heaviest_the_first(void **state)
{
    struct profile p;
    struct chart_lanes lanes;

    (void)state;
    begin(&p, "cycles");
    for (uint64_t i = 0; i < 9; i++) {
        add(&p, "1", i * MS, "a", i < 6);
        add(&p, "2", i * MS + MS / 5, "b", 1);
    }
    assert_int_equal(chart_place(&p, false, &lanes), CHART_LANES);
    assert_int_equal(lanes.n, 2);
    assert_true(lanes.rows[0].end == 9 && lanes.rows[1].end == 15);
    assert_true(lanes.rows[0].total == 9 * MS && lanes.rows[1].total == 6 * MS);
    assert_placed(&p, MS / 5,
                  "1+5 6+5 11+5 16+5 21+5 26+5 31+5 36+5 41+5 0+5 5+5 10+5 15+5 20+5 25+5");
    assert_true(p.moments.kind == TIME_SPANS && p.columns[0].total == 15 * MS);
    assert_int_equal(chart_end(&p), 9 * MS + MS / 5);
    chart_lanes_free(&lanes);
    profile_free(&p);
}

/* Three threads take turns; all are of one process, or each of its own. */
static enum chart_outcome place_turns(bool one_process, size_t *n_lanes)
{
    static const char *const ids[] = {"1", "2", "3"};
    struct profile p;
    struct chart_lanes lanes;

    begin(&p, "cycles");
    for (uint64_t i = 0; i < 12; i++) {
        const struct thread thread = {
            .pid = names_add(&p.names, str_of(ids[one_process ? 0 : i / 2 % 3])),
            .tid = names_add(&p.names, str_of(ids[i / 2 % 3])),
        };
        const struct subject of = {threads_add(&p.labels.threads, &thread), 0};
        const labels_id labels = labels_add_of(&p.labels, of, NULL, 0);
        assert_true(profile_add_at(&p, (struct moment){i * MS, STATE_RUNNING}, stack_of(&p, "a"),
                                   labels, &(uint64_t){1}));
    }
    const enum chart_outcome outcome = chart_place(&p, false, &lanes);
    *n_lanes = lanes.n;
    chart_lanes_free(&lanes);
    profile_free(&p);
    return outcome;
}

static void threads_of_one_process_that_take_turns_have_lanes_processes_have_not(void **state)
{
    size_t n;

    (void)state;
    assert_int_equal(place_turns(true, &n), CHART_LANES);
    assert_int_equal(n, 3);
    assert_int_equal(place_turns(false, &n), CHART_PLACED);
    assert_int_equal(n, 0);
}

static void a_lane_ends_no_sample_of_another(void **state)
{
    struct profile p;
    struct chart_lanes lanes;

    (void)state;
    begin(&p, "ns");
    add(&p, "1", 0, "a", 9 * MS);
    add(&p, "2", MS, "b", 5 * MS);
    add(&p, "2", 7 * MS, "b", MS);
    assert_int_equal(chart_place(&p, true, &lanes), CHART_LANES);
    assert_placed(&p, MS, "0+9 1+5 7+1");
    chart_lanes_free(&lanes);
    profile_free(&p);
}

/* A lane has a frame of its own, which stands for an outermost frame of the same name. */
static void a_lane_has_one_frame_over_all_gaps(void **state)
{
    struct profile p;
    struct profile chart;
    struct chart_lanes lanes;

    (void)state;
    begin(&p, "ns");
    add(&p, "1", 0, "pool;a", MS);
    add(&p, "2", 0, "b", MS);
    add(&p, "1", 5 * MS, "pool;a", 2 * MS);
    add(&p, "2", 5 * MS, "b;pool", MS);
    add(&p, "1", 9 * MS, "pool", MS);
    assert_int_equal(chart_place(&p, true, &lanes), CHART_LANES);
    assert_int_equal(lanes.n, 2);
    for (size_t i = 0; i < lanes.n; i++) {
        lanes.rows[i].name = names_add(&p.names, i ? STR("lane b") : STR("lane a"));
        lanes.rows[i].instead = names_add(&p.names, STR("pool"));
    }
    assert_true(change_to_chart(&chart, &p, &lanes, 100));
    assert_samples(&chart, "lane a;a {tid=1} 1000000\nlane a;a {tid=1} 2000000\n"
                           "lane a;pool {tid=1} 1000000\n"
                           "lane b;b {tid=2} 1000000\nlane b;b;pool {tid=2} 1000000\n");
    const struct stack *rows = chart.stacks.rows;
    assert_true(chart.samples[0].stack != chart.samples[1].stack);
    assert_int_equal(rows[chart.samples[0].stack].caller, rows[chart.samples[1].stack].caller);
    chart_lanes_free(&lanes);
    profile_free(&chart);
    profile_free(&p);
}

static void times_that_are_too_long_in_sum_stay_in_order(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "ns");
    for (unsigned i = 0; i < 6; i++)
        add(&p, i % 2 ? "1" : "2", i / 2 * (UINT64_C(1) << 60), "a", UINT64_C(1) << 60);
    assert_int_equal(place(&p, true), CHART_IN_ORDER);
    assert_true(p.n_samples == 6 && p.moments.kind != TIME_SPANS);
    profile_free(&p);
}

static void threads_that_take_turns_are_placed(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "cycles");
    for (uint64_t i = 0; i < 9; i++)
        add(&p, i / 3 == 1 ? "2" : "1", i * MS, "a", 1);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_placed(&p, MS, "0+1 1+1 2+1 3+1 4+1 5+1 6+1 7+1 8+1");
    profile_free(&p);
}

static void without_all_times_samples_stay_in_order(void **state)
{
    const uint64_t odd[] = {NO_TIME, UINT64_C(1) << 62};
    struct profile p;

    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        begin(&p, "cycles");
        add(&p, "1", 0, "a", 3);
        add(&p, "1", MS, "a", 3);
        add(&p, "1", odd[i], "a", 3);
        assert_int_equal(place(&p, false), CHART_IN_ORDER);
        assert_true(p.n_samples == 3 && p.columns[0].total == 9 && p.moments.kind != TIME_SPANS);
        profile_free(&p);
    }
}

static void one_moment_is_no_axis(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "cycles");
    assert_int_equal(place(&p, false), CHART_IN_ORDER);
    add(&p, "1", 7, "a", 3);
    add(&p, "1", 7, "b", 3);
    assert_int_equal(place(&p, false), CHART_IN_ORDER);
    profile_free(&p);
}

static void frames_are_joined_up_to_a_gap(void **state)
{
    struct profile p;
    struct profile chart;

    (void)state;
    begin(&p, "cycles");
    for (uint64_t i = 0; i < 6; i++)
        add(&p, "1", (i < 3 ? i : i + 20) * MS, "main;a", 1);
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_true(change_to_chart(&chart, &p, &(struct chart_lanes){0}, 100));
    assert_int_equal(chart.stacks.n, 1 + 2 * 2);
    assert_true(chart.moments.kind == TIME_SPANS &&
                chart.samples[2].stack == chart.samples[0].stack);
    assert_true(chart.samples[3].stack != chart.samples[0].stack);
    profile_free(&chart);
    profile_free(&p);
}

static void no_two_samples_of_a_lane_of_any_times_and_weights_overlap(void **state)
{
    static const char *const units[] = {"cycles", "ns", "s"};
    uint64_t seed = 11;

    (void)state;
    for (unsigned round = 0; round < 500; round++) {
        struct profile p;
        uint64_t sum = 0;
        begin(&p, units[random_below(&seed, 3)]);
        uint32_t n = 1 + random_below(&seed, 30);
        uint64_t far = UINT64_C(1) << random_below(&seed, 58);
        for (uint32_t i = 0; i < n; i++)
            add(&p, random_below(&seed, 9) ? "1" : "2", random_below(&seed, 1000) * (far / 1000),
                "a", random_below(&seed, 4) * (far / 8));
        struct chart_lanes lanes;
        size_t lane = 0;
        if (chart_place(&p, random_below(&seed, 2), &lanes) != CHART_IN_ORDER)
            for (uint32_t i = 0; i < p.n_samples; i++) {
                uint64_t end = p.moments.at_ns[i] + p.columns[0].values[i];
                sum += p.columns[0].values[i];
                assert_true(p.columns[0].values[i] && end > p.moments.at_ns[i]);
                bool is_last =
                    i + 1 == p.n_samples || (lane < lanes.n && i + 1 == lanes.rows[lane].end);
                lane += is_last;
                assert_true(is_last || end <= p.moments.at_ns[i + 1]);
            }
        chart_lanes_free(&lanes);
        assert_true(p.moments.kind != TIME_SPANS || sum == p.columns[0].total);
        profile_free(&p);
    }
}

static void who_ended_a_wait_goes_where_its_sample_goes(void **state)
{
    struct profile p;

    (void)state;
    begin(&p, "cycles");
    add(&p, "1", 3 * MS, "a", 9);
    add(&p, "1", 1 * MS, "a", 9);
    add(&p, "1", 2 * MS, "a", 9);
    add(&p, "1", 4 * MS, "a", 0);
    const stack_id stack = stack_of(&p, "b");
    moments_set_waker(&p.moments, 1, (struct waker){0, stack});
    moments_set_waker(&p.moments, 3, (struct waker){0, stack});
    assert_int_equal(place(&p, false), CHART_PLACED);
    assert_int_equal(p.n_samples, 3);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(moments_waker(&p.moments, i).stack, i == 0 ? stack : 0);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_ended_a_wait_goes_where_its_sample_goes),
        cmocka_unit_test(a_sample_lasts_until_the_next_and_before_a_gap_for_one_period),
        cmocka_unit_test(samples_that_were_lost_make_no_gap),
        cmocka_unit_test(samples_are_sorted_by_time),
        cmocka_unit_test(times_that_differ_say_how_long_each_sample_lasted),
        cmocka_unit_test(a_wait_ends_when_it_ended),
        cmocka_unit_test(samples_without_weight_are_dropped_and_leave_a_gap),
        cmocka_unit_test(threads_at_the_same_time_have_lanes_the_heaviest_the_first),
        cmocka_unit_test(threads_of_one_process_that_take_turns_have_lanes_processes_have_not),
        cmocka_unit_test(a_lane_ends_no_sample_of_another),
        cmocka_unit_test(a_lane_has_one_frame_over_all_gaps),
        cmocka_unit_test(times_that_are_too_long_in_sum_stay_in_order),
        cmocka_unit_test(threads_that_take_turns_are_placed),
        cmocka_unit_test(without_all_times_samples_stay_in_order),
        cmocka_unit_test(one_moment_is_no_axis),
        cmocka_unit_test(frames_are_joined_up_to_a_gap),
        cmocka_unit_test(no_two_samples_of_a_lane_of_any_times_and_weights_overlap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
