/* Listings of instructions: what is folded, and how rows are written. */
#include "render/common/listing.h"

#include <string.h>

#include "unit.h"

/* A listing of n instructions, of which those in `hot` have that many samples. */
static void fill(struct listing *l, size_t n, const size_t *hot, size_t n_hot)
{
    listing_init(l);
    l->function = listing_keep(l, STR("mix"));
    l->unit = STR("samples");
    l->self = l->whole = n_hot;
    for (size_t i = 0; i < n; i++) {
        struct listing_row *row = listing_add(l);
        row->address = 0x1000 + i;
        row->code = listing_keep(l, STR("nop"));
    }
    for (size_t i = 0; i < n_hot; i++)
        l->rows[hot[i]].self++;
}

/* Returns "#" for rows that are shown, "." for others. */
static void folded(size_t n, const size_t *hot, size_t n_hot, char *text)
{
    struct listing l;
    bool shown[64];

    fill(&l, n, hot, n_hot);
    listing_fold(&l, shown);
    for (size_t i = 0; i < n; i++)
        text[i] = shown[i] ? '#' : '.';
    text[n] = '\0';
    listing_free(&l);
}

static void three_rows_stay_around_one_with_samples(void **state)
{
    char text[65];

    (void)state;
    folded(12, (const size_t[]){5}, 1, text);
    assert_string_equal(text, "..#######...");
    folded(12, (const size_t[]){0, 11}, 2, text);
    assert_string_equal(text, "####....####");
    folded(3, (const size_t[]){1}, 1, text);
    assert_string_equal(text, "###");
}

static void a_lone_row_is_not_folded(void **state)
{
    char text[65];

    (void)state;
    folded(9, (const size_t[]){0, 8}, 2, text);
    assert_string_equal(text, "#########");
    folded(10, (const size_t[]){0, 9}, 2, text);
    assert_string_equal(text, "####..####");
}

static void rows_without_samples_are_all_folded(void **state)
{
    char text[65];

    (void)state;
    folded(4, NULL, 0, text);
    assert_string_equal(text, "....");
}

static void a_head_stays(void **state)
{
    struct listing l;
    bool shown[8];

    (void)state;
    fill(&l, 8, (const size_t[]){7}, 1);
    l.rows[0].head = listing_keep(&l, STR("mix.cold"));
    listing_fold(&l, shown);
    assert_true(shown[0]);
    assert_false(shown[1]);
    assert_false(shown[3]);
    assert_true(shown[4]);
    listing_free(&l);
}

static void write(struct listing *l, struct sink *s)
{
    const struct listings all = {l, 1, 1};

    sink_open_buf(s);
    listings_write(&all, false, s);
    sink_byte(s, '\0');
}

static void hot_rows_are_marked_and_folded_ones_counted(void **state)
{
    struct listing l;
    struct sink s;

    (void)state;
    fill(&l, 8, (const size_t[]){0, 0, 0}, 3);
    write(&l, &s);
    assert_string_equal(s.buf.p, "mix: self 3 of 3 samples (100.00%)\n"
                                 "\n"
                                 "  self  self %  address  instruction\n"
                                 ">    3  100.00     1000  nop\n"
                                 "                   1001  nop\n"
                                 "                   1002  nop\n"
                                 "                   1003  nop\n"
                                 "                         ... 4 instructions without samples\n");
    sink_discard(&s);
    listing_free(&l);
}

static void what_a_file_says_does_nothing_to_a_terminal(void **state)
{
    struct listing l;
    struct sink s;

    (void)state;
    fill(&l, 1, (const size_t[]){0}, 1);
    l.rows[0].code = listing_keep(&l, STR("nop\033[2J"));
    l.note = listing_keep(&l, STR("/tmp/\033x"));
    write(&l, &s);
    assert_null(strchr(s.buf.p, '\033'));
    sink_discard(&s);
    listing_free(&l);
}

static void long_listings_begin_with_the_hottest_rows(void **state)
{
    const size_t hot[] = {30, 30, 30, 7, 7, 50};
    struct listing l;
    struct sink s;

    (void)state;
    fill(&l, 60, hot, sizeof hot / sizeof hot[0]);
    write(&l, &s);
    assert_non_null(strstr(s.buf.p, "hottest:\n"
                                    ">    3   50.00     101e  nop\n"
                                    ">    2   33.33     1007  nop\n"
                                    ">    1   16.67     1032  nop\n"
                                    "\n"));
    sink_discard(&s);
    listing_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_rows_stay_around_one_with_samples),
        cmocka_unit_test(a_lone_row_is_not_folded),
        cmocka_unit_test(rows_without_samples_are_all_folded),
        cmocka_unit_test(a_head_stays),
        cmocka_unit_test(hot_rows_are_marked_and_folded_ones_counted),
        cmocka_unit_test(what_a_file_says_does_nothing_to_a_terminal),
        cmocka_unit_test(long_listings_begin_with_the_hottest_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
