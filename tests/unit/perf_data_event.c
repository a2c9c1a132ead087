/* input/perf_data/event: attributes of any version, and which counter is of which event. */
#include "input/perf_data/event.h"

#include "recordings.h"

static bool add(struct events *e, bool big, const struct made_event *event)
{
    const struct made m = {.big = big};
    struct buf attr = {0};

    made_attr(&m, &attr, event);
    bool ok = events_add_attr(e, bytes_of(buf_str(&attr), big));
    buf_free(&attr);
    return ok;
}

static void attributes_of_every_version_are_read(void **state)
{
    static const uint32_t sizes[] = {0, 64, 72, 80, 96, 104, 112, 120, 128, 136, 144};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t size = sizes[i] ? sizes[i] : 64;
        for (unsigned big = 0; big < 2; big++) {
            struct events e = {.n = 0};
            assert_true(add(&e, big,
                            &(struct made_event){.type = 2,
                                                 .config = 314,
                                                 .period = 1000,
                                                 .sample_type = MADE_USUAL,
                                                 .read_format = READ_ID,
                                                 .branch_type = BRANCH_HW_INDEX,
                                                 .regs_user = 0xff0fff,
                                                 .stack_most = 40,
                                                 .size = sizes[i]}));
            const struct event *event = &e.rows[0];
            assert_int_equal(event->type, 2);
            assert_int_equal(event->config, 314);
            assert_int_equal(event->period, 1000);
            assert_int_equal(event->sample_type, MADE_USUAL);
            assert_int_equal(event->read_format, READ_ID);
            assert_int_equal(event->branch_type, size >= 80 ? BRANCH_HW_INDEX : 0);
            assert_int_equal(event->regs_user, size >= 96 ? 0xff0fff : 0);
            assert_int_equal(event->stack_most, size >= 112 ? 40 : 0);
            assert_false(event->trailers);
            events_free(&e);
        }
    }
}

static void flags_stand_at_the_other_end_of_their_bytes_on_big_endian_machines(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++) {
        struct events e = {.n = 0};
        assert_true(add(&e, big, &(struct made_event){.period = 999, .flags = MADE_FREQ}));
        assert_true(add(&e, big, &(struct made_event){.period = 999, .flags = MADE_TRAILERS}));
        assert_true(add(&e, big, &(struct made_event){.period = 0}));
        assert_int_equal(e.rows[0].period, 1);
        assert_false(e.rows[0].trailers);
        assert_int_equal(e.rows[1].period, 999);
        assert_true(e.rows[1].trailers);
        assert_int_equal(e.rows[2].period, 1);
        events_free(&e);
    }
}

static void attributes_cut_short_are_refused(void **state)
{
    const struct made m = {.big = false};
    struct events e = {.n = 0};
    struct buf attr = {0};

    (void)state;
    made_attr(&m, &attr, &(struct made_event){.size = 128});
    for (size_t n = 0; n < attr.n; n++) {
        char *exact = mem_alloc(n, 1);
        memcpy(exact, attr.p, n);
        assert_false(events_add_attr(&e, bytes_of((struct str){exact, n}, false)));
        mem_free(exact, n, 1);
    }
    for (uint32_t size = 1; size < 64; size++) {
        attr.p[4] = (char)size;
        assert_false(events_add_attr(&e, bytes_of(buf_str(&attr), false)));
    }
    assert_int_equal(e.n, 0);
    buf_free(&attr);
    events_free(&e);
}

static void fields_lie_where_the_type_says(void **state)
{
    static const struct {
        uint64_t type;
        int id, time, end_id, end_time, end_tid;
    } rows[] = {
        {SAMPLE_IP, -1, -1, -1, -1, -1},
        {SAMPLE_IP | SAMPLE_TID, -1, -1, -1, -1, 8},
        {SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME, -1, 16, -1, 8, 16},
        {SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR | SAMPLE_ID, 32, 16, 8, 16, 24},
        {SAMPLE_IP | SAMPLE_TIME | SAMPLE_ID | SAMPLE_CPU, 16, 8, 16, 24, -1},
        {SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_CPU |
             SAMPLE_STREAM_ID,
         0, 24, 8, 40, 48},
        {SAMPLE_TIME | SAMPLE_STREAM_ID | SAMPLE_PERIOD | SAMPLE_CALLCHAIN, -1, 0, -1, 16, -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct events e = {.n = 0};
        struct made_event event = {.sample_type = rows[i].type, .flags = MADE_TRAILERS};
        assert_true(add(&e, false, &event));
        assert_int_equal(e.rows[0].id_at, rows[i].id);
        assert_int_equal(e.rows[0].time_at, rows[i].time);
        assert_int_equal(e.rows[0].trailer_id, rows[i].end_id);
        assert_int_equal(e.rows[0].trailer_time, rows[i].end_time);
        assert_int_equal(e.rows[0].trailer_tid, rows[i].end_tid);
        event.flags = 0;
        assert_true(add(&e, false, &event));
        assert_int_equal(e.rows[1].time_at, rows[i].time);
        assert_int_equal(e.rows[1].trailer_time, -1);
        events_free(&e);
    }
}

static void ids_are_found_whenever_they_were_added(void **state)
{
    enum { IDS = 200000 };
    struct events e = {.n = 0};

    (void)state;
    assert_null(events_find_id(&e, 0));
    for (uint64_t i = 0; i < IDS; i++) {
        events_add_id(&e, (IDS - i) * 3, (uint32_t)(i % 7));
        assert_int_equal(events_find_id(&e, (IDS - i) * 3)->event, i % 7);
    }
    assert_int_equal(events_find_id(&e, 3 * IDS)->event, 0);
    assert_null(events_find_id(&e, 0));
    assert_null(events_find_id(&e, 4));
    assert_null(events_find_id(&e, UINT64_MAX));
    events_free(&e);
}

static void an_id_of_several_events_is_of_the_first(void **state)
{
    struct events e = {.n = 0};

    (void)state;
    for (uint32_t i = 0; i < 9; i++)
        events_add_id(&e, 5, i);
    assert_int_equal(events_find_id(&e, 5)->event, 0);
    events_free(&e);
}

static void events_of_the_kernel_have_names(void **state)
{
    (void)state;
    assert_str(event_own_name(&(struct event){.type = 0, .config = 0}), "cycles");
    assert_str(event_own_name(&(struct event){.type = 0, .config = UINT64_C(4) << 32}), "cycles");
    assert_str(event_own_name(&(struct event){.type = 1, .config = 0}), "cpu-clock");
    assert_str(event_own_name(&(struct event){.type = 1, .config = 99}), "");
    assert_str(event_own_name(&(struct event){.type = 9, .config = 0}), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_of_every_version_are_read),
        cmocka_unit_test(flags_stand_at_the_other_end_of_their_bytes_on_big_endian_machines),
        cmocka_unit_test(attributes_cut_short_are_refused),
        cmocka_unit_test(fields_lie_where_the_type_says),
        cmocka_unit_test(ids_are_found_whenever_they_were_added),
        cmocka_unit_test(an_id_of_several_events_is_of_the_first),
        cmocka_unit_test(events_of_the_kernel_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
