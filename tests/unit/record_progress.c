/* app/record/progress and record/busy: the line that is shown while it records. */
#include "app/record/progress.h"

#include <string.h>

#include "unit.h"

enum { SECOND = 1000000000 };

/* Shows the first words of a sample, or of the record of a name. */
static void see(struct busy *b, uint32_t tid, const char *name)
{
    const struct perf_event_header header = {.type = name ? PERF_RECORD_COMM : PERF_RECORD_SAMPLE};
    const uint32_t ids[2] = {INT32_MAX, tid};
    uint64_t words[BUSY_WORDS] = {0};

    memcpy(words, &header, sizeof header);
    memcpy(&words[name ? 1 : 3], ids, sizeof ids);
    if (name)
        memcpy(&words[2], name, strlen(name));
    busy_add(b, words);
}

static void see_many(struct busy *b, uint32_t tid, size_t n)
{
    for (size_t i = 0; i < n; i++)
        see(b, tid, NULL);
}

static void the_heaviest_names_of_a_second_are_found(void **state)
{
    struct busy b = {0};

    (void)state;
    busy_update(&b, SECOND);
    see(&b, 1, "worker");
    see(&b, 2, "worker");
    see(&b, 3, "gc");
    see(&b, 4, "main");
    see(&b, 5, "idler");
    see_many(&b, 1, 30);
    see_many(&b, 2, 20);
    see_many(&b, 3, 40);
    see_many(&b, 4, 9);
    see_many(&b, 5, 1);
    busy_update(&b, SECOND + SECOND / 2);
    assert_int_equal(b.n_top, 0);
    busy_update(&b, 2 * (uint64_t)SECOND);
    assert_int_equal(b.n_top, 3);
    assert_string_equal(b.top[0].name, "worker");
    assert_int_equal(b.top[0].permille, 500);
    assert_string_equal(b.top[1].name, "gc");
    assert_string_equal(b.top[2].name, "main");
    see_many(&b, 4, 7);
    busy_update(&b, 3 * (uint64_t)SECOND);
    assert_int_equal(b.n_top, 1);
    assert_string_equal(b.top[0].name, "main");
    assert_int_equal(b.top[0].permille, 1000);
}

static void more_threads_than_slots_do_no_harm(void **state)
{
    struct busy b = {0};

    (void)state;
    busy_update(&b, SECOND);
    see(&b, 70000, "heavy");
    see_many(&b, 70000, 5000);
    for (uint32_t tid = 1; tid <= 5000; tid++)
        see(&b, tid, NULL);
    busy_update(&b, 2 * (uint64_t)SECOND);
    assert_string_equal(b.top[0].name, "heavy");
    assert_int_equal(b.top[0].permille, 500);
    assert_int_equal(b.top[1].permille, 0); /* named by its number, as no such process runs */
}

static void assert_line(const struct busy *b, size_t cells, const char *wanted)
{
    const struct ring_counts counts = {.samples = 2410, .lost = 3};
    const struct recorded_so_far now = {UINT64_C(12345678901), &counts, 311999, b};
    struct buf line = {0};

    record_progress_line(&line, &now, cells);
    buf_add_byte(&line, '\0');
    assert_string_equal(line.p, wanted);
    buf_free(&line);
}

static void the_line_fits_the_terminal(void **state)
{
    static const struct busy two = {.top = {{"nginx", 634}, {"w\x1b[2J\xe2\x80\xae", 205}},
                                    .n_top = 2};
    static const struct busy none = {.n_top = 0};

    (void)state;
    assert_line(&two, 120,
                "recording: 12.3 s, 2410 samples, 3 lost, 311 kB: nginx 63 %, "
                "w\xef\xbf\xbd[2J<U+202E> 21 %; Ctrl-C ends it");
    assert_line(&two, 75,
                "recording: 12.3 s, 2410 samples, 3 lost, 311 kB: nginx 63 %; Ctrl-C ends it");
    assert_line(&two, 74, "recording: 12.3 s, 2410 samples, 3 lost, 311 kB: nginx 63 %");
    assert_line(&two, 56, "recording: 12.3 s, 2410 samples, 3 lost: nginx 63 %");
    assert_line(&two, 44, "recording: 12.3 s, 2410 samples, 3 lost");
    assert_line(&two, 20, "recording: 12.3 s");
    assert_line(&two, 3, "");
    assert_line(&none, 66, "recording: 12.3 s, 2410 samples, 3 lost; Ctrl-C ends it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_heaviest_names_of_a_second_are_found),
        cmocka_unit_test(more_threads_than_slots_do_no_harm),
        cmocka_unit_test(the_line_fits_the_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
