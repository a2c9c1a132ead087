/* Recordings whose records are packed, as perf record -z writes them. */
#include "readings.h"

#ifdef FLAME_HAVE_ZSTD

#include <zstd.h>

enum { CHUNK = 50 };

/* Packs all records so far into records of pieces, none of which ends where a record does. */
static struct buf pack(struct made *m, uint32_t type)
{
    struct made packed = {.big = m->big};
    struct buf stream = {0};
    size_t room = ZSTD_compressBound(m->records.n);

    stream.n = ZSTD_compress(buf_reserve(&stream, room), room, m->records.p, m->records.n, 3);
    assert_false(ZSTD_isError(stream.n));
    for (size_t at = 0; at < stream.n; at += CHUNK) {
        size_t n = stream.n - at < CHUNK ? stream.n - at : CHUNK;
        made_begin(&packed, type, 0);
        if (type == RECORD_COMPRESSED2)
            made_64(&packed, n);
        buf_add(&packed.records, str_from_to(buf_str(&stream), at, at + n));
        while (type == RECORD_COMPRESSED2 && packed.records.n % 8)
            buf_add_byte(&packed.records, 'x');
        made_end(&packed);
    }
    buf_free(&stream);
    return packed.records;
}

static void add_samples(struct made *m, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++)
        made_sample(m, 0, (struct made_sample){.ip = 0x1000 + i, .pid = 7, .time = i, .period = i});
}

static struct made begin(bool big)
{
    struct made m = {.big = big};

    made_event(&m, "cycles", MADE_USUAL);
    made_comm(&m, 7, "a", 0);
    made_mmap(&m, 7, (struct made_map){0x1000, 0x10000, 0, "/bin/a"}, 0);
    return m;
}

static void records_lie_across_packed_pieces(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++)
        for (uint32_t type = RECORD_COMPRESSED; type <= RECORD_COMPRESSED2; type += 2) {
            struct made m = begin(big);
            struct made whole = {.big = big};
            made_event(&whole, "cycles", MADE_USUAL);
            add_samples(&m, 1, 100);
            whole.records = pack(&m, type);
            assert_true(whole.records.n > 10 * CHUNK);
            add_samples(&whole, 100, 101);
            struct buf bytes = {0};
            for (unsigned pipe = 0; pipe < 2; pipe++) {
                if (pipe)
                    made_pipe(&whole, &bytes);
                else
                    made_file(&whole, &bytes);
                struct got got = read_as_file(buf_str(&bytes), 1);
                if (!got.ok)
                    fail_msg("%s", got.f.text);
                assert_int_equal(got.n_samples, 100);
                assert_int_equal(got.period, 5050);
                got_free(&got);
            }
            buf_free(&bytes);
            made_free(&m);
            made_free(&whole);
        }
}

static void cut_anywhere_they_give_what_came_before(void **state)
{
    struct made m = begin(false);
    struct made whole = {.big = false};
    struct buf bytes = {0};
    uint64_t before = 0;

    (void)state;
    made_event(&whole, "cycles", MADE_USUAL);
    add_samples(&m, 1, 40);
    whole.records = pack(&m, RECORD_COMPRESSED);
    made_pipe(&whole, &bytes);
    for (size_t n = 0; n <= bytes.n; n++) {
        struct got got = read_bytes(str_from_to(buf_str(&bytes), 0, n));
        assert_true(got.period >= before && got.period <= 780);
        before = got.period;
        got_free(&got);
    }
    assert_int_equal(before, 780);
    buf_free(&bytes);
    made_free(&m);
    made_free(&whole);
}

/* What is damaged may still unpack, to something else. */
static void changed_bytes_do_no_harm(void **state)
{
    struct made m = begin(false);
    struct made whole = {.big = false};
    struct buf bytes = {0};

    (void)state;
    made_event(&whole, "cycles", MADE_USUAL);
    add_samples(&m, 1, 100);
    whole.records = pack(&m, RECORD_COMPRESSED);
    made_pipe(&whole, &bytes);
    for (size_t at = 0; at < bytes.n; at++) {
        bytes.p[at] = (char)~bytes.p[at];
        struct got got = read_bytes(buf_str(&bytes));
        bytes.p[at] = (char)~bytes.p[at];
        got_free(&got);
    }
    buf_free(&bytes);
    made_free(&m);
    made_free(&whole);
}

/* Behind a packed stream of each 100 samples stand bytes that are none, more of the stream, and a
 * sample that is not packed. */
static void what_came_before_damage_is_used(void **state)
{
    struct made whole = {.big = false};
    struct buf bytes = {0};

    (void)state;
    made_event(&whole, "cycles", MADE_USUAL);
    for (uint64_t i = 0; i < 3; i++) {
        struct made m = begin(false);
        add_samples(&m, 1 + i * 100, 1 + (i + 1) * 100);
        struct buf packed = pack(&m, RECORD_COMPRESSED2);
        if (i == 1) {
            made_begin(&whole, RECORD_COMPRESSED2, 0);
            made_64(&whole, 24);
            buf_add(&whole.records, STR("these bytes are not zstd"));
            made_end(&whole);
        }
        buf_add(&whole.records, buf_str(&packed));
        buf_free(&packed);
        made_free(&m);
    }
    add_samples(&whole, 301, 302);
    made_file(&whole, &bytes);
    struct got got = read_as_file(buf_str(&bytes), 1);
    if (!got.ok)
        fail_msg("%s", got.f.text);
    assert_int_equal(got.n_samples, 101);
    assert_int_equal(got.period, 5050 + 301);
    assert_int_equal(got.n_notes, 1);
    assert_string_equal(got.note, "a packed record is damaged: the packed data from there on");
    got_free(&got);
    buf_free(&bytes);
    made_free(&whole);
}

static void what_is_unpacked_and_no_record_is_noted(void **state)
{
    struct made whole = {.big = false};
    struct made m = begin(false);
    struct buf bytes = {0};

    (void)state;
    made_event(&whole, "cycles", MADE_USUAL);
    add_samples(&m, 1, 100);
    buf_add(&m.records, STR("no size\0\0\0"));
    add_samples(&m, 100, 101);
    whole.records = pack(&m, RECORD_COMPRESSED);
    made_file(&whole, &bytes);
    struct got got = read_as_file(buf_str(&bytes), 1);
    if (!got.ok)
        fail_msg("%s", got.f.text);
    assert_int_equal(got.n_samples, 99);
    assert_int_equal(got.n_notes, 1);
    assert_string_equal(got.note, "no whole record found in the unpacked data: the rest");
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
    made_free(&whole);
}

/* Each thread of perf packs a stream of its own. */
static void each_file_of_a_folder_is_packed_apart(void **state)
{
    struct made m = begin(false);
    struct buf bytes = {0};
    char folder[] = "/tmp/flame-packed-XXXXXX";
    char path[60];

    (void)state;
    add_samples(&m, 1, 2);
    made_file(&m, &bytes);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/data", folder);
    write_file(path, buf_str(&bytes));
    for (unsigned i = 0; i < 3; i++) {
        buf_clear(&m.records);
        add_samples(&m, 2 + i * 100, 2 + (i + 1) * 100);
        struct buf packed = pack(&m, RECORD_COMPRESSED2);
        snprintf(path, sizeof path, "%s/data.%u", folder, i);
        if (i == 1) /* it was stopped */
            packed.n -= 70;
        write_file(path, buf_str(&packed));
        buf_free(&packed);
    }
    struct got got = read_path(folder, 1);
    if (!got.ok)
        fail_msg("%s", got.f.text);
    assert_true(got.n_samples > 200 && got.n_samples < 301);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, i < 3 ? "%s/data.%u" : "%s/data", folder, i);
        unlink(path);
    }
    rmdir(folder);
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_lie_across_packed_pieces),
        cmocka_unit_test(cut_anywhere_they_give_what_came_before),
        cmocka_unit_test(changed_bytes_do_no_harm),
        cmocka_unit_test(what_came_before_damage_is_used),
        cmocka_unit_test(what_is_unpacked_and_no_record_is_noted),
        cmocka_unit_test(each_file_of_a_folder_is_packed_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
