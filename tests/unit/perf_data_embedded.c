/* input/perf_data/code/embedded_files: the files that a recording brings along, and what a forged
 * one may say. */
#include "input/perf_data/code/embedded_files.h"

#include "readings.h"

#define CODE UINT64_C(0x7f0000001000)

static const struct made_map code = {CODE, 0x1000, 0, "//anon"};

/* Two processes with generated code, a sample each. */
static struct made begin(bool big)
{
    const uint64_t chain[] = {MARK_USER, CODE + 8};
    struct made m = {.big = big};

    made_event(&m, "cycles", MADE_USUAL);
    for (uint32_t pid = 7; pid < 9; pid++) {
        made_comm(&m, pid, "js", 0);
        made_mmap(&m, pid, code, 0);
        made_sample(&m, 0,
                    (struct made_sample){.ip = chain[1],
                                         .pid = pid,
                                         .time = pid,
                                         .period = 1,
                                         .chain = chain,
                                         .n_chain = 2});
    }
    return m;
}

static void take(const struct made *m, struct buf *to, uint32_t pid, uint64_t size,
                 const char *path, const char *bytes)
{
    made_number(m, to, EMBEDDED_PERF_MAP, 4);
    made_number(m, to, pid, 4);
    made_number(m, to, size, 8);
    made_number(m, to, strlen(path) + 1, 4);
    buf_add(to, (struct str){path, strlen(path) + 1});
    buf_add(to, str_of(bytes));
    while (to->n % 8)
        buf_add_byte(to, '\0');
}

static void take_whole(const struct made *m, struct buf *to, uint32_t pid, const char *bytes)
{
    take(m, to, pid, strlen(bytes), "/tmp/perf-1.map", bytes);
}

/* What is read of a file and of memory, where each must be the same. */
static void expect(struct made *m, const char *samples, uint32_t n_notes)
{
    struct buf bytes = {0};

    made_file(m, &bytes);
    for (unsigned in_memory = 0; in_memory < 2; in_memory++) {
        struct got got = in_memory ? read_bytes(buf_str(&bytes)) : read_as_file(buf_str(&bytes), 1);
        assert_got(&got, samples);
        assert_int_equal(got.n_notes, n_notes);
        got_free(&got);
    }
    buf_free(&bytes);
    made_free(m);
}

static const char both[] = "js/7 cycles: serve 1\njs/8 cycles: read 1\n";
static const char first[] = "js/7 cycles: serve 1\njs/8 cycles: [perf-8.map <7f0000001008>] 1\n";

static void maps_in_a_recording_of_either_byte_order_name_code(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++) {
        struct made m = begin(big);
        struct buf *body = made_feature(&m, PERF_FEATURE_TAKEN_FILES);
        take_whole(&m, body, 8, "7f0000001000 10 read\n");
        take_whole(&m, body, 7, "7f0000001000 10 serve\n");
        expect(&m, both, 0);
    }
}

static void the_last_map_of_a_process_is_used(void **state)
{
    struct made m = begin(false);
    struct buf *body = made_feature(&m, PERF_FEATURE_TAKEN_FILES);

    (void)state;
    take_whole(&m, body, 7, "7f0000001000 10 before\n");
    take_whole(&m, body, 8, "7f0000001000 10 read\n");
    take_whole(&m, body, 7, "7f0000001000 10 serve\n");
    expect(&m, both, 0);
}

static void sizes_beyond_the_feature_end_the_list(void **state)
{
    static const uint64_t sizes[] = {23, 1000, UINT64_MAX, UINT64_MAX - 36, INT64_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct made m = begin(false);
        struct buf *body = made_feature(&m, PERF_FEATURE_TAKEN_FILES);
        take_whole(&m, body, 7, "7f0000001000 10 serve\n");
        take(&m, body, 8, sizes[i], "/tmp/perf-1.map", "7f0000001000 10 read\n");
        if (sizes[i] == 23) /* one more than there are */
            body->n -= 6;
        expect(&m, first, 1);
    }
}

static void a_path_that_is_too_long_or_missing_ends_the_list(void **state)
{
    static const uint64_t lengths[] = {0, 17, 4097, UINT32_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        struct made m = begin(false);
        struct buf *body = made_feature(&m, PERF_FEATURE_TAKEN_FILES);
        take_whole(&m, body, 7, "7f0000001000 10 serve\n");
        made_number(&m, body, EMBEDDED_PERF_MAP, 4);
        made_number(&m, body, 8, 4);
        made_number(&m, body, 0, 8);
        made_number(&m, body, lengths[i], 4);
        buf_add(body, STR("/tmp/perf-1.map"));
        expect(&m, first, 1);
    }
}

static void what_is_no_map_is_not_asked_for_names(void **state)
{
    struct made m = begin(false);
    struct buf *body = made_feature(&m, PERF_FEATURE_TAKEN_FILES);

    (void)state;
    take_whole(&m, body, 7, "7f0000001000 10 serve\n");
    size_t at = body->n;
    take_whole(&m, body, 8, "7f0000001000 10 read\n");
    body->p[at] = 77; /* of another kind */
    expect(&m, first, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_in_a_recording_of_either_byte_order_name_code),
        cmocka_unit_test(the_last_map_of_a_process_is_used),
        cmocka_unit_test(sizes_beyond_the_feature_end_the_list),
        cmocka_unit_test(a_path_that_is_too_long_or_missing_ends_the_list),
        cmocka_unit_test(what_is_no_map_is_not_asked_for_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
