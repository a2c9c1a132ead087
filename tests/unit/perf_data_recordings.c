/* Recordings as perf record writes them: files, through pipes, of other machines, unfinished. */
#include "readings.h"

#define EXE UINT64_C(0x400000)
#define LIB UINT64_C(0x7f0000000000)

static const struct made_map exe = {EXE, 0x10000, 0x1000, "/bin/a"};
static const struct made_map lib = {LIB, 0x10000, 0, "/lib/b.so"};

static struct made begin(bool big)
{
    struct made m = {.big = big};

    made_event(&m, "cycles", MADE_USUAL);
    made_comm(&m, 7, "a", 0);
    made_mmap(&m, 7, exe, 0);
    made_mmap(&m, 7, lib, 0);
    return m;
}

/* Called from EXE + 0x21 at LIB + 0x10. */
static void add_sample(struct made *m, uint64_t time, uint64_t period)
{
    const uint64_t chain[] = {MARK_USER, LIB + 0x10, EXE + 0x21};

    made_sample(m, 0,
                (struct made_sample){.ip = chain[1],
                                     .pid = 7,
                                     .time = time,
                                     .period = period,
                                     .chain = chain,
                                     .n_chain = 3});
}

static const char one[] = "a/7 cycles: [a <1020>];[b.so <10>] 5\n";

static void files_and_pipes_of_either_byte_order_read_alike(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++) {
        struct made m = begin(big);
        add_sample(&m, 10, 5);
        made_names(&m, made_feature(&m, 12));
        assert_made(&m, one);
        made_free(&m);
    }
}

static void sets_of_features_are_words_of_either_size(void **state)
{
    static const unsigned words[] = {32, 64};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct made m = begin(true);
        struct buf bytes = {0};
        m.word = words[i];
        m.events[0].name = "a name of its own";
        add_sample(&m, 10, 5);
        made_feature_text(&m, 3, "host");
        made_names(&m, made_feature(&m, 12));
        made_file(&m, &bytes);
        struct got got = read_bytes(buf_str(&bytes));
        assert_got(&got, "a/7 a name of its own: [a <1020>];[b.so <10>] 5\n");
        got_free(&got);
        buf_free(&bytes);
        made_free(&m);
    }
}

static void unfinished_recordings_are_read_to_their_end(void **state)
{
    struct made m = begin(false);
    struct buf bytes = {0};

    (void)state;
    add_sample(&m, 10, 5);
    made_file(&m, &bytes);
    memset(bytes.p + 48, 0, 8);
    struct got got = read_bytes(buf_str(&bytes));
    assert_got(&got, one);
    assert_int_equal(got.n_notes, 1);
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

static void cut_anywhere_no_more_is_read_than_there_was(void **state)
{
    struct made m = begin(false);
    struct buf bytes = {0};

    (void)state;
    for (uint64_t i = 1; i < 5; i++)
        add_sample(&m, i, i);
    made_names(&m, made_feature(&m, 12));
    for (unsigned pipe = 0; pipe < 2; pipe++) {
        uint64_t before = 0;
        if (pipe)
            made_pipe(&m, &bytes);
        else
            made_file(&m, &bytes);
        for (size_t n = 0; n <= bytes.n; n++) {
            struct got got = read_bytes(str_from_to(buf_str(&bytes), 0, n));
            if (got.period < before || got.period > 10)
                fail_msg("cut at %zu: %d of 10 after %d", n, (int)got.period, (int)before);
            before = got.period;
            got_free(&got);
        }
        assert_int_equal(before, 10);
    }
    buf_free(&bytes);
    made_free(&m);
}

static void records_are_taken_in_the_order_of_time(void **state)
{
    struct made m = {0};

    (void)state;
    made_event(&m, "cycles", MADE_USUAL);
    add_sample(&m, 40, 4);
    made_comm(&m, 7, "later", 35);
    add_sample(&m, 30, 3);
    made_mmap(&m, 7, lib, 25);
    add_sample(&m, 20, 2);
    made_mmap(&m, 7, exe, 15);
    made_comm(&m, 7, "first", 0);
    assert_made(&m, "first/7 cycles: [a <1020>];[unknown <7f0000000010>] 2\n"
                    "first/7 cycles: [a <1020>];[b.so <10>] 3\n"
                    "later/7 cycles: [a <1020>];[b.so <10>] 4\n");
    made_free(&m);
}

static void what_has_no_time_comes_first_as_it_stands(void **state)
{
    struct made m = {0};

    (void)state;
    made_event(&m, "cycles", MADE_USUAL & ~SAMPLE_TIME);
    made_comm(&m, 7, "before", 0);
    add_sample(&m, 0, 1);
    made_comm(&m, 7, "after", 0);
    add_sample(&m, 0, 2);
    assert_made(&m, "before/7 cycles: [unknown <400021>];[unknown <7f0000000010>] 1\n"
                    "after/7 cycles: [unknown <400021>];[unknown <7f0000000010>] 2\n");
    made_free(&m);
}

static void a_thread_that_has_lost_its_number_is_of_its_process(void **state)
{
    const uint32_t pids[] = {7, UINT32_MAX};
    struct made m = begin(false);

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        made_begin(&m, RECORD_SAMPLE, 2);
        made_64(&m, 0x400021);
        made_32(&m, pids[i]);
        made_32(&m, UINT32_MAX);
        made_64(&m, 10);
        made_64(&m, 5);
        made_64(&m, 0);
        made_end(&m);
    }
    assert_made(&m, "a/7 cycles: [a <1021>] 5\n"
                    ":-1/-1 cycles: [unknown <400021>] 5\n");
    made_free(&m);
}

static void names_of_threads_may_hold_any_byte(void **state)
{
    struct made m = begin(false);

    (void)state;
    made_comm(&m, 7, "\xff ;\x1b[1m\n", 5);
    add_sample(&m, 10, 5);
    struct buf bytes = {0};
    made_file(&m, &bytes);
    struct got got = read_bytes(buf_str(&bytes));
    assert_true(got.ok);
    assert_int_equal(got.period, 5);
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

/* ---- records that are none of ours ------------------------------------------------ */

static void payloads_behind_records_are_passed_over(void **state)
{
    struct made m = begin(false);

    (void)state;
    made_begin(&m, RECORD_TRACING_DATA, 0);
    made_32(&m, 21);
    made_end(&m);
    for (int i = 0; i < 3; i++)
        made_64(&m, UINT64_MAX);
    made_begin(&m, RECORD_AUXTRACE, 0);
    made_64(&m, 32);
    for (int i = 0; i < 4; i++)
        made_64(&m, 0);
    made_end(&m);
    for (int i = 0; i < 4; i++)
        made_64(&m, 9);
    add_sample(&m, 10, 5);
    assert_made(&m, one);
    made_free(&m);
}

static void unknown_records_are_passed_over(void **state)
{
    static const uint32_t types[] = {0, 8, 11, 12, 21, 23, 63, 65, 68, 79, 82, 200, UINT32_MAX};
    struct made m = begin(false);

    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        made_begin(&m, types[i], UINT16_MAX);
        for (size_t k = 0; k < i; k++)
            made_64(&m, UINT64_MAX);
        made_end(&m);
    }
    add_sample(&m, 10, 5);
    assert_made(&m, one);
    made_free(&m);
}

static void what_stands_behind_the_last_record_is_noted(void **state)
{
    struct made m = begin(false);
    struct buf bytes = {0};

    (void)state;
    add_sample(&m, 10, 5);
    made_pipe(&m, &bytes);
    buf_add(&bytes, STR("[ perf record: Woken up 1 times to write data ]\n"));
    struct got got = read_bytes(buf_str(&bytes));
    assert_got(&got, one);
    assert_int_equal(got.n_notes, 1);
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

static void records_before_any_attribute_are_refused(void **state)
{
    struct made m = {0};
    struct buf bytes = {0};

    (void)state;
    made_pipe(&m, &bytes);
    made_event(&m, "cycles", MADE_USUAL);
    add_sample(&m, 10, 5);
    buf_add(&bytes, buf_str(&m.records));
    struct got got = read_bytes(buf_str(&bytes));
    assert_false(got.ok);
    assert_non_null(strstr(got.f.text, "before any event"));
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

static void records_too_short_for_what_they_are_do_no_harm(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++)
        for (unsigned type = 0; type < 90; type++)
            for (size_t n = 0; n < 64; n++) {
                struct made m = begin(big);
                struct buf bytes = {0};
                made_begin(&m, type, UINT16_MAX);
                for (size_t i = 0; i < n; i++)
                    buf_add_byte(&m.records, (char)(n & 1 ? 0 : i));
                made_end(&m);
                made_pipe(&m, &bytes);
                struct got got = read_bytes(buf_str(&bytes));
                assert_true(got.period < UINT64_MAX);
                got_free(&got);
                buf_free(&bytes);
                made_free(&m);
            }
}

/* Samples of some KB, with small records between them. */
static void long_samples_cut_anywhere_are_whole_or_left_out(void **state)
{
    enum { CHAIN = 500 };
    uint64_t chain[CHAIN] = {MARK_USER};
    struct made m = begin(false);
    struct buf bytes = {0};
    uint64_t before = 0;

    (void)state;
    for (uint64_t i = 1; i < CHAIN; i++)
        chain[i] = EXE + i * 7;
    for (uint64_t i = 1; i < 5; i++) {
        made_sample(&m, 0,
                    (struct made_sample){.ip = chain[1],
                                         .pid = 7,
                                         .time = 10 * i,
                                         .period = i,
                                         .chain = chain,
                                         .n_chain = CHAIN});
        made_comm(&m, 8, "b", 10 * i + 1);
        add_sample(&m, 10 * i + 2, 100);
    }
    made_file(&m, &bytes);
    for (size_t n = 200; n <= bytes.n; n += n + 300 < bytes.n ? 31 : 1) {
        struct got got = read_as_file(str_from_to(buf_str(&bytes), 0, n), 1);
        if (got.period < before || got.period > 410)
            fail_msg("cut at %zu: %d of 410 after %d", n, (int)got.period, (int)before);
        before = got.period;
        got_free(&got);
    }
    assert_int_equal(before, 410);
    buf_free(&bytes);
    made_free(&m);
}

static size_t count(struct str s, char c)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == c;
    return n;
}

/* Several of them, so that each stands somewhere else in a window. A root says that the chains may
 * have been cut. */
static void the_largest_records_are_whole(void **state)
{
    enum { CHAIN = (UINT16_MAX - 48) / 8, SAMPLES = 20 };
    static uint64_t chain[CHAIN];
    struct made m = begin(false);
    struct buf bytes = {0};

    (void)state;
    chain[0] = MARK_USER;
    for (uint64_t i = 1; i < CHAIN; i++)
        chain[i] = EXE + i * 7 % 0x10000;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        made_sample(&m, 0,
                    (struct made_sample){.ip = chain[1],
                                         .pid = 7,
                                         .time = i,
                                         .period = 1,
                                         .chain = chain,
                                         .n_chain = CHAIN});
        assert_true(m.records.n - m.begun > UINT16_MAX - 8);
    }
    made_file(&m, &bytes);
    struct got got = read_as_file(buf_str(&bytes), 1);
    assert_true(got.ok);
    assert_int_equal(got.n_samples, SAMPLES);
    assert_int_equal(count(buf_str(&got.samples), ';'), SAMPLES * (CHAIN - 1));
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

/* ---- several files and workers ----------------------------------------------------- */

struct folder {
    char path[40];
};

static struct folder make_folder(struct str data)
{
    struct folder folder = {"/tmp/flame-recordings-XXXXXX"};
    char path[60];

    assert_non_null(mkdtemp(folder.path));
    snprintf(path, sizeof path, "%s/data", folder.path);
    write_file(path, data);
    return folder;
}

static void add_file(const struct folder *folder, const char *name, struct str bytes)
{
    char path[60];

    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    write_file(path, bytes);
}

static void remove_folder(const struct folder *folder)
{
    static const char *const names[] = {"data", "data.0", "data.1", "data.2"};
    char path[60];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        unlink(path);
    }
    rmdir(folder->path);
}

static void files_of_a_folder_are_one_recording(void **state)
{
    struct made m = begin(false);
    struct made other = {0};
    struct buf bytes = {0};

    (void)state;
    made_event(&other, "cycles", MADE_USUAL);
    add_sample(&m, 20, 2);
    made_file(&m, &bytes);
    const struct folder folder = make_folder(buf_str(&bytes));
    add_sample(&other, 30, 3);
    add_file(&folder, "data.0", buf_str(&other.records));
    add_file(&folder, "data.1", STR(""));
    buf_clear(&other.records);
    add_sample(&other, 10, 1);
    add_file(&folder, "data.2", buf_str(&other.records));
    struct got got = read_path(folder.path, 1);
    assert_got(&got, "a/7 cycles: [a <1020>];[b.so <10>] 1\n"
                     "a/7 cycles: [a <1020>];[b.so <10>] 2\n"
                     "a/7 cycles: [a <1020>];[b.so <10>] 3\n");
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
    made_free(&other);
    remove_folder(&folder);
}

static void workers_share_a_recording(void **state)
{
    enum { SAMPLES = 250000 };
    struct made m = begin(false);
    struct buf bytes = {0};

    (void)state;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        uint64_t chain[] = {MARK_USER, LIB + i * 7919 % 1000, EXE + i * 31 % 100, EXE + 0x50};
        if (i % 1000 == 0)
            made_fork(&m, (uint32_t)(8 + i / 1000), 7, 100 + i);
        if (i % 1700 == 0)
            made_comm(&m, (uint32_t)(8 + i / 1000), i % 3400 ? "odd" : "even", 100 + i);
        made_sample(&m, 0,
                    (struct made_sample){.ip = chain[1],
                                         .pid = (uint32_t)(8 + i / 1000),
                                         .time = 100 + (i ^ 5),
                                         .period = i,
                                         .chain = chain,
                                         .n_chain = 4});
    }
    made_file(&m, &bytes);
    assert_true(bytes.n > 2 * (8 << 20));
    struct got alone = read_as_file(buf_str(&bytes), 1);
    struct got both = read_as_file(buf_str(&bytes), 2);
    assert_true(alone.ok && both.ok);
    assert_int_equal(alone.n_samples, SAMPLES);
    assert_true(str_equal(buf_str(&alone.samples), buf_str(&both.samples)));
    got_free(&alone);
    got_free(&both);
    buf_free(&bytes);
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_and_pipes_of_either_byte_order_read_alike),
        cmocka_unit_test(sets_of_features_are_words_of_either_size),
        cmocka_unit_test(unfinished_recordings_are_read_to_their_end),
        cmocka_unit_test(cut_anywhere_no_more_is_read_than_there_was),
        cmocka_unit_test(records_are_taken_in_the_order_of_time),
        cmocka_unit_test(what_has_no_time_comes_first_as_it_stands),
        cmocka_unit_test(a_thread_that_has_lost_its_number_is_of_its_process),
        cmocka_unit_test(names_of_threads_may_hold_any_byte),
        cmocka_unit_test(payloads_behind_records_are_passed_over),
        cmocka_unit_test(unknown_records_are_passed_over),
        cmocka_unit_test(what_stands_behind_the_last_record_is_noted),
        cmocka_unit_test(records_before_any_attribute_are_refused),
        cmocka_unit_test(records_too_short_for_what_they_are_do_no_harm),
        cmocka_unit_test(long_samples_cut_anywhere_are_whole_or_left_out),
        cmocka_unit_test(the_largest_records_are_whole),
        cmocka_unit_test(files_of_a_folder_are_one_recording),
        cmocka_unit_test(workers_share_a_recording),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
