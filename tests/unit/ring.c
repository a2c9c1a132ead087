/* record/ring: records that the kernel handed out, and what is counted of them. */
#include "record/ring.h"

#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/sample_fields.h"
#include "unit.h"

enum { WORD = sizeof(uint64_t), PID = 7, OTHER = 8 };

/* A ring in memory of our own, what is written of it, and what is counted. */
struct place {
    struct ring ring;
    size_t room;
    struct buf written;
    struct recording_file file;
    struct ring_counts counts;
    struct ring_use use;
    struct fault f;
};

static struct perf_event_mmap_page *page_of(struct place *p)
{
    return (void *)p->ring.pages;
}

/* All that was ever written and taken is `at` bytes: the next record begins there. */
static void open_at(struct place *p, size_t size, uint64_t at)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    *p = (struct place){.room = page + size};
    p->ring = (struct ring){.pages = mem_alloc(p->room, 1), .size = size};
    memset(p->ring.pages, 0, p->room);
    p->file = (struct recording_file){.fd = -1, .held = &p->written};
    p->use = (struct ring_use){.file = &p->file, .counts = &p->counts};
    page_of(p)->data_head = page_of(p)->data_tail = at;
}

static void close_place(struct place *p)
{
    buf_free(&p->written);
    mem_free(p->ring.pages, p->room, 1);
}

static void put(struct place *p, const void *bytes, size_t n)
{
    unsigned char *records = p->ring.pages + sysconf(_SC_PAGESIZE);
    const uint64_t at = page_of(p)->data_head;

    for (size_t i = 0; i < n; i++)
        records[(at + i) & (p->ring.size - 1)] = ((const unsigned char *)bytes)[i];
    page_of(p)->data_head = at + n;
}

/* A record of so many words, which are numbered behind those that are given. */
static void put_record(struct place *p, uint32_t type, const uint64_t *words, size_t given,
                       size_t n)
{
    const struct perf_event_header header = {.type = type,
                                             .size = (uint16_t)((n + 1) * sizeof *words)};

    put(p, &header, sizeof header);
    for (size_t i = 0; i < n; i++) {
        const uint64_t word = i < given ? words[i] : i;
        put(p, &word, sizeof word);
    }
}

static void put_sample(struct place *p, uint32_t pid, uint64_t time_ns)
{
    const uint64_t words[] = {1, 0x1000, pid | (uint64_t)pid << 32, time_ns, 0, 1};

    put_record(p, PERF_RECORD_SAMPLE, words, 6, 6);
}

static void put_lost(struct place *p, uint64_t n)
{
    const uint64_t words[] = {1, n};

    put_record(p, PERF_RECORD_LOST, words, 2, 2 + TRAILER_FIELDS);
}

static void drain(struct place *p)
{
    rings_look(&p->ring, 1);
    assert_true(rings_drain(&p->ring, 1, &p->use, &p->f));
}

static void lost_records_add_up(void **state)
{
    struct place p;

    (void)state;
    open_at(&p, 4096, 0);
    put_lost(&p, 3);
    put_lost(&p, 4);
    drain(&p);
    assert_int_equal(p.counts.lost, 7);
    put_lost(&p, 5);
    drain(&p);
    assert_int_equal(p.counts.lost, 12);
    assert_int_equal(p.counts.samples, 0);
    close_place(&p);
}

static void samples_are_counted_with_the_first_and_the_last_time(void **state)
{
    struct place p;

    (void)state;
    open_at(&p, 4096, 0);
    put_sample(&p, PID, 50);
    put_sample(&p, PID, 90);
    put_record(&p, PERF_RECORD_THROTTLE, NULL, 0, 3 + TRAILER_FIELDS);
    put_sample(&p, PID, 40);
    drain(&p);
    put_sample(&p, PID, 60);
    drain(&p);
    assert_int_equal(p.counts.samples, 4);
    assert_int_equal(p.counts.first_ns, 40);
    assert_int_equal(p.counts.last_ns, 90);
    assert_int_equal(p.counts.throttled, 1);
    assert_int_equal(p.counts.lost, 0);
    close_place(&p);
}

static void a_record_across_the_end_is_whole(void **state)
{
    struct place p;

    (void)state;
    for (uint64_t before = WORD; before <= 5 * WORD; before += WORD) {
        open_at(&p, 4096, 5 * 4096 - before);
        put_sample(&p, PID, 12345);
        drain(&p);
        uint64_t words[7];
        assert_int_equal(p.written.n, sizeof words);
        memcpy(words, p.written.p, sizeof words);
        assert_int_equal(words[2], 0x1000);
        assert_int_equal(words[SAMPLE_TIME_AT], 12345);
        assert_int_equal(words[6], 1);
        assert_int_equal(p.counts.first_ns, 12345);
        close_place(&p);
    }
}

static void what_is_not_whole_yet_is_left_for_later(void **state)
{
    struct place p;

    (void)state;
    open_at(&p, 4096, 4096 - 2 * WORD);
    put_sample(&p, PID, 1);
    put_sample(&p, PID, 2);
    const uint64_t head = page_of(&p)->data_head;
    page_of(&p)->data_head = head - WORD;
    drain(&p);
    assert_int_equal(p.counts.samples, 1);
    assert_int_equal(page_of(&p)->data_tail, 4096 + 5 * WORD);
    page_of(&p)->data_head = head;
    drain(&p);
    assert_int_equal(p.counts.samples, 2);
    assert_int_equal(p.written.n, 14 * WORD);
    assert_int_equal(page_of(&p)->data_tail, head);
    close_place(&p);
}

static void what_came_after_the_look_is_left_for_later(void **state)
{
    struct place p;

    (void)state;
    open_at(&p, 4096, 0);
    put_sample(&p, PID, 1);
    rings_look(&p.ring, 1);
    put_sample(&p, PID, 2);
    assert_true(rings_drain(&p.ring, 1, &p.use, &p.f));
    assert_int_equal(p.counts.samples, 1);
    assert_int_equal(page_of(&p)->data_tail, 7 * WORD);
    close_place(&p);
}

static void records_of_others_are_left_out(void **state)
{
    struct task_filter filter = {.n = 0};
    struct place p;

    (void)state;
    open_at(&p, 4096, 0);
    task_filter_add_process(&filter, PID);
    p.use.filter = &filter;
    put_sample(&p, OTHER, 1);
    put_sample(&p, PID, 2);
    put_sample(&p, OTHER, 3);
    put_sample(&p, OTHER, 4);
    put_sample(&p, PID, 5);
    put_sample(&p, OTHER, 6);
    drain(&p);
    assert_int_equal(p.counts.samples, 2);
    assert_int_equal(p.counts.first_ns, 2);
    assert_int_equal(p.counts.last_ns, 5);
    assert_int_equal(p.written.n, 14 * WORD);
    assert_int_equal(page_of(&p)->data_tail, page_of(&p)->data_head);
    task_filter_free(&filter);
    close_place(&p);
}

/* Such a number is written in several pieces. */
static void many_records_are_written_and_counted_once(void **state)
{
    enum { SIZE = 1 << 20, N = SIZE / (7 * WORD) };
    struct place p;

    (void)state;
    open_at(&p, SIZE, SIZE / 2);
    for (size_t i = 0; i < N; i++)
        put_sample(&p, PID, i + 1);
    drain(&p);
    assert_int_equal(p.counts.samples, N);
    assert_int_equal(p.written.n, N * 7 * WORD);
    for (uint64_t i = 0; i < N; i++) {
        uint64_t time_ns;
        memcpy(&time_ns, p.written.p + (i * 7 + SAMPLE_TIME_AT) * WORD, sizeof time_ns);
        assert_int_equal(time_ns, i + 1);
    }
    close_place(&p);
}

static void records_are_taken_one_by_one(void **state)
{
    struct buf record = {0};
    struct place p;

    (void)state;
    open_at(&p, 4096, 4096 - 3 * WORD);
    put_sample(&p, PID, 1);
    put_lost(&p, 9);
    ring_look(&p.ring);
    assert_true(ring_take(&p.ring, &record));
    assert_int_equal(record.n, 7 * WORD);
    assert_int_equal(page_of(&p)->data_tail, 4096 + 4 * WORD);
    assert_true(ring_take(&p.ring, &record));
    assert_int_equal(record.n, 7 * WORD);
    assert_false(ring_take(&p.ring, &record));
    assert_int_equal(page_of(&p)->data_tail, page_of(&p)->data_head);
    buf_free(&record);
    close_place(&p);
}

static void a_header_without_a_size_ends_what_is_there(void **state)
{
    static const uint64_t zero = 0;
    struct buf record = {0};
    struct place p;

    (void)state;
    open_at(&p, 4096, 0);
    put(&p, &zero, sizeof zero);
    ring_look(&p.ring);
    assert_false(ring_take(&p.ring, &record));
    drain(&p);
    assert_int_equal(p.written.n, 0);
    buf_free(&record);
    close_place(&p);
}

static void what_found_no_room_is_counted_as_that(void **state)
{
    struct ring_counts all = {.samples = 1, .first_ns = 10, .last_ns = 20};
    const struct ring_counts some = {.samples = 3,
                                     .waits = 2,
                                     .lost = 4,
                                     .no_room = 1,
                                     .throttled = 1,
                                     .first_ns = 5,
                                     .last_ns = 30};

    (void)state;
    ring_counts_add(&all, &some, true);
    assert_int_equal(all.samples, 1);
    assert_int_equal(all.waits, 0);
    assert_int_equal(all.no_room, 4);
    assert_int_equal(all.lost, 4);
    assert_int_equal(all.throttled, 1);
    assert_int_equal(all.first_ns, 10);
    assert_int_equal(all.last_ns, 20);
    ring_counts_add(&all, &some, false);
    assert_int_equal(all.samples, 4);
    assert_int_equal(all.waits, 2);
    assert_int_equal(all.no_room, 5);
    assert_int_equal(all.lost, 8);
    assert_int_equal(all.first_ns, 5);
    assert_int_equal(all.last_ns, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_records_add_up),
        cmocka_unit_test(samples_are_counted_with_the_first_and_the_last_time),
        cmocka_unit_test(a_record_across_the_end_is_whole),
        cmocka_unit_test(what_is_not_whole_yet_is_left_for_later),
        cmocka_unit_test(what_came_after_the_look_is_left_for_later),
        cmocka_unit_test(records_of_others_are_left_out),
        cmocka_unit_test(many_records_are_written_and_counted_once),
        cmocka_unit_test(records_are_taken_one_by_one),
        cmocka_unit_test(a_header_without_a_size_ends_what_is_there),
        cmocka_unit_test(what_found_no_room_is_counted_as_that),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
