/* record/trap/lead: what is kept in memory before a trap springs, and for how long. */
#include "record/trap/lead.h"

#include <linux/perf_event.h>
#include <unistd.h>

#include "base/perf_file.h"
#include "unit.h"

static const uint64_t MS = 1000000;

/* A record of words, of which the first is the header. */
static void add(struct lead *l, uint64_t now_ms, uint32_t type, uint64_t number, size_t words)
{
    const struct perf_event_header header = {.type = type,
                                             .size = (uint16_t)(words * sizeof number)};
    struct lead_chunk *c = lead_chunk(l, now_ms * MS);

    buf_add(&c->records, (struct str){(const char *)&header, sizeof header});
    for (size_t i = 1; i < words; i++)
        buf_add(&c->records, (struct str){(const char *)&number, sizeof number});
    c->counts.samples += type == PERF_RECORD_SAMPLE;
}

/* The types and numbers of what would be written, as "S1 C2 |", where | is a mark. */
static const char *written(struct lead *l, struct buf *text)
{
    struct buf records = {0};
    struct recording_file file = {.fd = -1, .held = &records};
    struct ring_counts counts = {0};
    struct code_names names = {.files = {.fd = -1}};
    const struct ring_use use = {&file, &counts, &names, NULL, NULL, NULL};
    struct fault f = {0};
    struct perf_event_header header;
    uint64_t samples = 0;

    buf_clear(text);
    assert_true(lead_write(l, &use, &f));
    for (struct str rest = buf_str(&records); rest.n;
         rest = str_from_to(rest, header.size, rest.n)) {
        memcpy(&header, rest.p, sizeof header);
        samples += header.type == PERF_RECORD_SAMPLE;
        buf_add_byte(text, header.type == PERF_RECORD_SAMPLE                ? 'S'
                           : header.type == PERF_RECORD_FINISHED_ROUND_TYPE ? '|'
                                                                            : 'T');
        if (header.size > sizeof header)
            buf_add_byte(text, (char)('0' + rest.p[sizeof header]));
    }
    buf_add_byte(text, '\0');
    assert_int_equal(samples, counts.samples);
    code_names_free(&names);
    buf_free(&records);
    return text->p;
}

static void samples_are_dropped_and_maps_are_kept(void **state)
{
    struct buf text = {0};
    struct lead l = {0};

    (void)state;
    lead_tell(&l, STR(""));
    add(&l, 0, PERF_RECORD_SAMPLE, 1, 2);
    add(&l, 0, PERF_RECORD_SWITCH, 2, 2);
    add(&l, 0, PERF_RECORD_MMAP2, 3, 40);
    add(&l, 300, PERF_RECORD_SAMPLE, 4, 2);
    add(&l, 300, PERF_RECORD_FORK, 5, 8);
    add(&l, 600, PERF_RECORD_SAMPLE, 6, 2);
    lead_drop(&l, 0);
    assert_int_equal(lead_begun_ns(&l, 600 * MS), 0);
    lead_drop(&l, 200 * MS);
    assert_int_equal(lead_begun_ns(&l, 600 * MS), 0 * MS);
    assert_int_equal(l.shortened_ns, 0);
    assert_string_equal(written(&l, &text), "T3|S4T5S6");
    assert_string_equal(written(&l, &text), "|");
    buf_free(&text);
    lead_free(&l);
}

static void the_chunk_that_is_filled_stays(void **state)
{
    struct buf text = {0};
    struct lead l = {0};

    (void)state;
    add(&l, 0, PERF_RECORD_SAMPLE, 1, 2);
    lead_drop(&l, 9000 * MS);
    add(&l, 249, PERF_RECORD_SAMPLE, 2, 2);
    assert_int_equal(l.n, 1);
    assert_string_equal(written(&l, &text), "|S1S2");
    buf_free(&text);
    lead_free(&l);
}

static void above_its_room_the_oldest_samples_go_and_it_is_noted(void **state)
{
    enum { WORDS = 1000, CHUNK = 10, MOST = 300000 };
    struct lead l = {.most = MOST};
    uint64_t ms = 0;

    (void)state;
    for (; ms < 10 * 300; ms += 300) {
        for (size_t i = 0; i < CHUNK; i++)
            add(&l, ms, PERF_RECORD_SAMPLE, 1, WORDS);
        lead_drop(&l, 0);
        assert_true(l.bytes <= MOST);
    }
    assert_true(l.n < 10 && l.shortened_ns != 0);
    lead_drop(&l, 60000 * MS); /* what was wanted then is too old by now */
    assert_int_equal(l.shortened_ns, 0);
    lead_free(&l);
}

static void maps_are_told_anew_when_they_are_too_many(void **state)
{
    enum { WORDS = 8000 };
    struct lead l = {0};
    uint64_t ms = 0;

    (void)state;
    for (; !lead_is_full(&l); ms += 300) {
        assert_true(ms < 3000 * 300);
        add(&l, ms, PERF_RECORD_MMAP2, 1, WORDS);
        lead_drop(&l, ms * MS);
    }
    lead_tell(&l, STR("12345678"));
    assert_false(lead_is_full(&l));
    assert_int_equal(l.tasks.n, 8);
    lead_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_dropped_and_maps_are_kept),
        cmocka_unit_test(the_chunk_that_is_filled_stays),
        cmocka_unit_test(above_its_room_the_oldest_samples_go_and_it_is_noted),
        cmocka_unit_test(maps_are_told_anew_when_they_are_too_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
