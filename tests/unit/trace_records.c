/* input/babeltrace: what another program writes as records is read, or refused. */
#include "input/babeltrace/trace_records.h"

#include "base/mem.h"
#include "input/babeltrace/wire.h"
#include "unit.h"

/* Records, and what came of reading them. */
struct given {
    struct buf bytes;
    struct profile p;
    struct tally tally;
    struct fault f;
    bool cut;
};

static void begin(struct given *g)
{
    *g = (struct given){.cut = false};
    buf_add(&g->bytes, STR(TRACE_MAGIC));
}

static void end(struct given *g)
{
    profile_free(&g->p);
    buf_free(&g->bytes);
}

static void add_head(struct given *g, uint32_t what, size_t n)
{
    const struct trace_record record = {what, (uint32_t)n};

    buf_add(&g->bytes, (struct str){(const char *)&record, sizeof record});
}

static void add(struct given *g, uint32_t what, struct str bytes)
{
    add_head(g, what, bytes.n);
    buf_add(&g->bytes, bytes);
}

static void add_event(struct given *g, int64_t ns, uint32_t class, uint32_t thread, uint32_t stack)
{
    const struct trace_event e = {ns, class, thread, stack, TRACE_HAS_TIME | TRACE_HAS_FIELDS};

    add(g, TRACE_EVENT, (struct str){(const char *)&e, sizeof e});
}

/* A stack of the user's addresses, and of the kernel's. */
static void add_stack(struct given *g, const uint64_t *numbers, size_t n)
{
    add(g, TRACE_STACK, (struct str){(const char *)numbers, n * sizeof *numbers});
}

static bool read_given(struct given *g)
{
    const struct limits limits = limits_usual();
    const struct ask ask = {.limits = limits, .threads = 1};
    struct source source;
    struct reading r = {.name = "x", .ask = &ask, .info = &g->p.info, .first_part = true};

    profile_init(&g->p, 1, TIME_NONE);
    r.tally.bytes = g->bytes.n;
    assert_true(source_open_memory(&source, "x", buf_str(&g->bytes), &limits, &g->f));
    const bool ok = trace_records_read(&r, &source, &g->p, &g->cut, &g->f);
    source_close(&source);
    g->tally = r.tally;
    return ok;
}

static struct str frame_name(const struct given *g, stack_id stack)
{
    const struct frame *frame = &g->p.frames.rows[g->p.stacks.rows[stack].frame];

    return names_get(&g->p.names, frame->name);
}

static void test_an_event_is_a_sample_with_its_stack(void **state)
{
    static const uint64_t numbers[] = {2, 0x10, 0x20, 0x30};
    struct given g;

    (void)state;
    begin(&g);
    add(&g, TRACE_CLASS, STR("node app:note"));
    add(&g, TRACE_THREAD,
        STR("main\0"
            "7\0"
            "8"));
    add_stack(&g, numbers, 4);
    add_event(&g, 5, 1, 1, 1);
    add_event(&g, 6, 1, 1, 1);
    add_event(&g, 7, 1, 0, 0);
    assert_true(read_given(&g));
    assert_false(g.cut);
    assert_int_equal(g.tally.lines, 3);
    assert_int_equal(g.tally.taken, 3);
    assert_int_equal(g.p.n_samples, 2);
    assert_int_equal(g.p.columns[0].total, 3);
    stack_id stack = g.p.samples[0].stack;
    for (unsigned i = 0; i < 5; i++) {
        static const char *const names[] = {"0x30", "0x20", "0x10", "note", "app"};
        assert_true(str_equal(frame_name(&g, stack), str_of(names[i])));
        stack = g.p.stacks.rows[stack].caller;
    }
    assert_int_equal(stack, 0);
    end(&g);
}

static void test_halves_of_a_thread_are_a_span(void **state)
{
    struct given g;

    (void)state;
    begin(&g);
    add(&g, TRACE_CLASS, STR("node app:load_begin"));
    add(&g, TRACE_CLASS, STR("node app:load_end"));
    add(&g, TRACE_THREAD,
        STR("main\0"
            "7\0"
            "8"));
    add(&g, TRACE_THREAD,
        STR("main\0"
            "7\0"
            "9"));
    add_event(&g, 100, 1, 1, 0);
    add_event(&g, 150, 2, 2, 0);
    add_event(&g, 175, 2, 1, 0);
    assert_true(read_given(&g));
    assert_int_equal(g.p.columns[1].total, 75);
    end(&g);
}

static void test_what_babeltrace_prints_as_no_event_is_counted_as_damaged(void **state)
{
    const struct trace_event timeless = {0, 1, 0, 0, TRACE_HAS_FIELDS};
    const struct trace_event fieldless = {5, 1, 0, 0, TRACE_HAS_TIME};
    struct given g;

    (void)state;
    begin(&g);
    add(&g, TRACE_CLASS, STR("node app:note"));
    add(&g, TRACE_CLASS, STR("node app:"));
    add(&g, TRACE_EVENT, (struct str){(const char *)&timeless, sizeof timeless});
    add(&g, TRACE_EVENT, (struct str){(const char *)&fieldless, sizeof fieldless});
    add_event(&g, -1, 1, 0, 0);
    add_event(&g, INT64_MAX, 1, 0, 0);
    add_event(&g, 5, 2, 0, 0);
    add_event(&g, 5, 0, 0, 0);
    add_event(&g, 5, 1, 0, 0);
    assert_true(read_given(&g));
    assert_int_equal(g.tally.bad, 6);
    assert_int_equal(g.tally.taken, 1);
    end(&g);
}

static void test_records_lie_across_what_is_read_at_once(void **state)
{
    enum { N = 40000 };
    static uint64_t numbers[2 * SOURCE_BLOCK / sizeof(uint64_t)];
    const size_t n = sizeof numbers / sizeof *numbers;
    struct given g;

    (void)state;
    begin(&g);
    add(&g, TRACE_CLASS, STR("node app:note"));
    add(&g, TRACE_THREAD, STR("m"));
    numbers[0] = n - 1;
    add_stack(&g, numbers, n);
    for (unsigned i = 0; i < N; i++)
        add_event(&g, i, 1, 1, i == N / 2);
    assert_true(g.bytes.n > 6 * (size_t)SOURCE_BLOCK);
    assert_true(read_given(&g));
    assert_int_equal(g.tally.taken, N);
    assert_int_equal(g.p.n_samples, 2);
    assert_int_equal(g.p.stacks.n, n - 1 + 3);
    end(&g);
}

static void test_a_last_record_that_is_cut_is_told(void **state)
{
    struct given g;

    (void)state;
    begin(&g);
    add(&g, TRACE_CLASS, STR("node app:note"));
    add_event(&g, 5, 1, 0, 0);
    add_event(&g, 6, 1, 0, 0);
    const size_t whole = g.bytes.n;
    const size_t last = whole - sizeof(struct trace_event) - sizeof(struct trace_record);
    for (size_t n = last; n <= whole; n++) {
        g.bytes.n = n;
        assert_true(read_given(&g));
        assert_int_equal(g.tally.taken, n == whole ? 2 : 1);
        assert_int_equal(g.cut, n > last && n < whole);
        profile_free(&g.p);
    }
    profile_init(&g.p, 1, TIME_NONE);
    end(&g);
}

/* Reads and expects a fault that has these words. */
static void check_refused(struct given *g, const char *words)
{
    assert_false(read_given(g));
    assert_int_equal(g->f.kind, FAULT_SYSTEM);
    if (!strstr(g->f.text, words))
        fail_msg("%s: wanted: %s", g->f.text, words);
    end(g);
}

static void test_ids_that_were_not_sent_are_refused(void **state)
{
    static const uint32_t ids[][3] = {{2, 0, 0}, {1, 1, 0}, {1, 0, 1}, {UINT32_MAX, 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct given g;
        begin(&g);
        add(&g, TRACE_CLASS, STR("node app:note"));
        add_event(&g, 5, ids[i][0], ids[i][1], ids[i][2]);
        check_refused(&g, "an event with an unknown id before byte 69, wanted its records");
    }
}

static void test_records_of_a_wrong_form_are_refused(void **state)
{
    static const uint64_t beyond[] = {2, 0x10};
    static const uint64_t far_beyond[] = {UINT64_MAX, 0x10};
    struct given g;

    (void)state;
    begin(&g);
    add_stack(&g, beyond, 2);
    check_refused(&g, "a stack with too few addresses");
    begin(&g);
    add_stack(&g, far_beyond, 2);
    check_refused(&g, "a stack with too few addresses");
    begin(&g);
    add(&g, TRACE_STACK, STR("1234567"));
    check_refused(&g, "a stack of no whole addresses");
    begin(&g);
    add(&g, TRACE_STACK, STR(""));
    check_refused(&g, "a stack of no whole addresses");
    begin(&g);
    add(&g, TRACE_EVENT, STR("1234567"));
    check_refused(&g, "an event of another length");
    begin(&g);
    add(&g, 'X', STR("1234567"));
    check_refused(&g, "something unknown");
    begin(&g);
    add_head(&g, TRACE_CLASS, TRACE_RECORD_MOST + 1);
    check_refused(&g, "a record that is too long");
    begin(&g);
    g.bytes.p[1] = 'L';
    check_refused(&g, "another beginning");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_event_is_a_sample_with_its_stack),
        cmocka_unit_test(test_halves_of_a_thread_are_a_span),
        cmocka_unit_test(test_what_babeltrace_prints_as_no_event_is_counted_as_damaged),
        cmocka_unit_test(test_records_lie_across_what_is_read_at_once),
        cmocka_unit_test(test_a_last_record_that_is_cut_is_told),
        cmocka_unit_test(test_ids_that_were_not_sent_are_refused),
        cmocka_unit_test(test_records_of_a_wrong_form_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
