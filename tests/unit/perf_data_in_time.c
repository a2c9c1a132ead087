/* What threads did in time, of recordings with so many samples that several workers find their
 * stacks. */
#include "readings.h"

#define EXE UINT64_C(0x400000)
#define LIB UINT64_C(0x7f0000000000)

enum { SAMPLES = 26000, THREADS = 40, SWITCHES = 1 << 26 /* a flag of the event */ };

static const unsigned workers[] = {2, 3, 7};

static void add_switch(struct made *m, uint32_t tid, uint16_t misc, uint64_t time)
{
    made_begin(m, RECORD_SWITCH, misc);
    made_trailer(m, tid, time);
}

/* Each thread comes, is sampled, and leaves; some are new, and some have a new program. */
static struct made make(void)
{
    struct made m = {.big = false};
    struct made_event *clock = made_event(&m, "cpu-clock", MADE_USUAL);

    clock->type = 1;
    clock->flags |= SWITCHES;
    made_comm(&m, 7, "a", 0);
    made_mmap(&m, 7, (struct made_map){EXE, 0x100000, 0x1000, "/bin/a"}, 0);
    made_mmap(&m, 7, (struct made_map){LIB, 0x100000, 0, "/lib/b.so"}, 0);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        const uint64_t time = 1000 + 100 * i;
        const uint32_t tid = (uint32_t)(8 + i / 5 % THREADS + i / 5000 * THREADS);
        const uint64_t chain[] = {MARK_USER, LIB + i * 7919 % 3000, EXE + i * 31 % 100, EXE + 0x50};
        if (i % 5 == 0 && i % 5000 < 5 * THREADS)
            made_fork(&m, tid, 7, time);
        if (i % 1700 == 0)
            made_comm(&m, tid, i % 3400 ? "odd" : "even", time + 1);
        if (i % 3 == 0)
            add_switch(&m, tid, 0, time + 2);
        made_sample(&m, 0,
                    (struct made_sample){.ip = chain[1],
                                         .pid = tid,
                                         .time = time + 10 + i % 7,
                                         .chain = chain,
                                         .n_chain = 4});
        if (i % 3 == 1)
            add_switch(&m, tid, MISC_OUT, time + 50);
    }
    return m;
}

struct took {
    struct got got;
    struct buf rows; /* of names, frames and stacks */
};

static void took_free(struct took *t)
{
    got_free(&t->got);
    buf_free(&t->rows);
}

static void add_rows(struct took *t, const struct profile *p)
{
    for (name_id i = 1; i < p->names.n; i++)
        buf_add(&t->rows, names_get(&p->names, i));
    for (frame_id i = 1; i < p->frames.n; i++)
        buf_add(&t->rows, (struct str){(const char *)&p->frames.rows[i].name, sizeof(name_id)});
    for (stack_id i = 1; i < p->stacks.n; i++)
        buf_add(&t->rows, (struct str){(const char *)&p->stacks.rows[i], sizeof(struct stack)});
}

static struct took take(const char *path, enum ask_read read, enum time_kind kind,
                        const struct ask *with)
{
    struct took took = {.rows = {0}};
    struct input_report report;
    struct profile p;
    const struct input_file file = {.path = path};
    struct ask ask = *with;

    ask.format = input_find(STR("perf-data"), &took.got.f);
    ask.naming = made_naming();
    ask.max_bad = UINT64_MAX;
    ask.read = read;
    profile_init(&p, 1, kind);
    took.got.ok = input_read(&file, &ask, &p, &report, &took.got.f);
    got_profile(&took.got, &p);
    got_notes(&took.got, &report.tally, &report.notes);
    add_rows(&took, &p);
    profile_free(&p);
    return took;
}

/* Writes the recording to a file, whose path it returns. */
static const char *put(struct made *m, char path[])
{
    struct buf bytes = {0};
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    close(fd);
    made_file(m, &bytes);
    write_file(path, buf_str(&bytes));
    buf_free(&bytes);
    return path;
}

static void assert_same(const struct took *one, const struct took *other)
{
    assert_int_equal(other->got.ok, one->got.ok);
    assert_string_equal(other->got.f.text, one->got.f.text);
    assert_true(str_equal(buf_str(&other->got.samples), buf_str(&one->got.samples)));
    assert_true(str_equal(buf_str(&other->rows), buf_str(&one->rows)));
    assert_int_equal(other->got.remarks.n, one->got.remarks.n);
    for (size_t i = 0; i < one->got.remarks.n; i++)
        assert_true(
            str_equal(text_list_get(&other->got.remarks, i), text_list_get(&one->got.remarks, i)));
    assert_int_equal(other->got.n_bad, one->got.n_bad);
    assert_int_equal(other->got.n_notes, one->got.n_notes);
}

static void any_number_of_workers_makes_the_same_profile(void **state)
{
    static const enum time_kind kinds[] = {TIME_NONE, TIME_ORDER, TIME_POINTS};
    char path[] = "/tmp/flame-recording-XXXXXX";
    struct made m = make();
    struct ask ask = {.limits = limits_usual(), .threads = 1};

    (void)state;
    put(&m, path);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        ask.threads = 1;
        struct took one = take(path, READ_WALL, kinds[k], &ask);
        assert_true(one.got.ok);
        assert_true(one.got.n_samples > SAMPLES);
        for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++) {
            ask.threads = workers[i];
            struct took more = take(path, READ_WALL, kinds[k], &ask);
            assert_same(&one, &more);
            took_free(&more);
        }
        took_free(&one);
    }
    unlink(path);
    made_free(&m);
}

static void any_number_of_workers_meets_the_same_limit(void **state)
{
    char path[] = "/tmp/flame-recording-XXXXXX";
    struct made m = make();
    struct ask ask = {.limits = limits_usual(), .threads = 1};

    (void)state;
    ask.limits.frames = 2500;
    put(&m, path);
    struct took one = take(path, READ_WALL, TIME_NONE, &ask);
    assert_false(one.got.ok);
    for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++) {
        ask.threads = workers[i];
        struct took more = take(path, READ_WALL, TIME_NONE, &ask);
        assert_false(more.got.ok);
        assert_string_equal(more.got.f.text, one.got.f.text);
        took_free(&more);
    }
    took_free(&one);
    unlink(path);
    made_free(&m);
}

/* The chain of a sample says more addresses than its record has. */
static void any_number_of_workers_passes_over_the_same_damage(void **state)
{
    char path[] = "/tmp/flame-recording-XXXXXX";
    const uint64_t chain[] = {MARK_USER, EXE};
    struct made m = make();
    struct ask ask = {.limits = limits_usual(), .threads = 1};

    (void)state;
    for (uint64_t i = 0; i < 5; i++) {
        made_sample(
            &m, 0,
            (struct made_sample){
                .ip = EXE, .pid = 7, .time = 1000 + 400000 * i, .chain = chain, .n_chain = 2});
        m.records.p[m.records.n - 3 * 8] = 100;
    }
    put(&m, path);
    struct took one = take(path, READ_WALL, TIME_NONE, &ask);
    assert_true(one.got.ok);
    assert_int_equal(one.got.n_bad, 5);
    for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++) {
        ask.threads = workers[i];
        struct took more = take(path, READ_WALL, TIME_NONE, &ask);
        assert_same(&one, &more);
        took_free(&more);
    }
    took_free(&one);
    unlink(path);
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_workers_makes_the_same_profile),
        cmocka_unit_test(any_number_of_workers_meets_the_same_limit),
        cmocka_unit_test(any_number_of_workers_passes_over_the_same_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
