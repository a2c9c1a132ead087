/* render/flame/narrow_rows: rows at the tip in which no box is a pixel wide. */
#include "render/flame/narrow_rows.h"

#include "profiles.h"

/* Of 2,000 samples in 1,000 pixels one is half a pixel wide, and two are a pixel. */
enum { WHOLE = 2000, INNER_PX = 1000 };

static const struct style usual = {
    .width_px = INNER_PX + 20, .fontsize = 12, .frame_px = 16, .minwidth = 0.5};

struct found {
    uint32_t rows, cut;
    uint64_t drawn, frames;
};

/* Lays out a tower whose last five frames have so many samples each, on frames with the rest. */
static struct found cut(const struct style *style, uint64_t tip)
{
    struct profile p;
    struct tree t;
    struct layout l;
    struct found found;

    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;work", WHOLE - tip);
    add_sample(&p, "main;work;a;b;c;d;e", tip);
    tree_build(&t, &p, 0);
    struct picture picture = {
        .profile = &p, .tree = &t, .style = style, .whole = WHOLE, .span = WHOLE};
    picture_layout(&picture, &l);
    narrow_rows_cut(&picture, &l);
    found = (struct found){l.depth + 1, picture.n_narrow_rows, picture.n_drawn,
                           picture.n_in_narrow_rows};
    assert_int_equal(l.n_too_deep, 0);
    layout_free(&l);
    tree_free(&t);
    profile_free(&p);
    return found;
}

static void rows_in_which_no_box_is_a_pixel_wide_are_left_out_and_counted(void **state)
{
    struct found found = cut(&usual, 1);

    (void)state;
    assert_int_equal(found.rows, 3);
    assert_int_equal(found.cut, 5);
    assert_int_equal(found.drawn, 3);
    assert_int_equal(found.frames, 5);
}

static void rows_with_a_box_of_a_pixel_stay(void **state)
{
    struct found found = cut(&usual, 2);

    (void)state;
    assert_int_equal(found.rows, 8);
    assert_int_equal(found.cut, 0);
    assert_int_equal(found.drawn, 8);
}

static void a_single_row_stays_since_the_line_would_be_as_high(void **state)
{
    struct profile p;
    struct tree t;
    struct layout l;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;work", WHOLE - 1);
    add_sample(&p, "main;work;a", 1);
    tree_build(&t, &p, 0);
    struct picture picture = {
        .profile = &p, .tree = &t, .style = &usual, .whole = WHOLE, .span = WHOLE};
    picture_layout(&picture, &l);
    narrow_rows_cut(&picture, &l);
    assert_int_equal(l.depth + 1, 4);
    assert_int_equal(picture.n_narrow_rows, 0);
    layout_free(&l);
    tree_free(&t);
    profile_free(&p);
}

static void rows_stay_where_they_are_asked_for_and_under_the_old_name(void **state)
{
    struct style finer = usual;
    struct style chart = usual;
    struct style old = usual;
    struct style visible = usual;
    struct style low = usual;

    (void)state;
    finer.minwidth = 0.4;
    chart.chart = true;
    old.old_words = true;
    visible.only_visible = true;
    low.frame_px = 8;
    assert_int_equal(cut(&finer, 1).rows, 8);
    assert_int_equal(cut(&chart, 1).rows, 8);
    assert_int_equal(cut(&old, 1).rows, 8);
    assert_int_equal(cut(&visible, 1).rows, 8);
    assert_int_equal(cut(&low, 1).rows, 8);
}

static void the_line_says_how_many(void **state)
{
    const struct picture picture = {.n_narrow_rows = 1234};
    struct sink s;

    (void)state;
    sink_open_buf(&s);
    narrow_rows_line(&s, &picture);
    sink_byte(&s, '\0');
    assert_string_equal(s.buf.p, "1,234 more rows, none a pixel wide");
    sink_discard(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_in_which_no_box_is_a_pixel_wide_are_left_out_and_counted),
        cmocka_unit_test(rows_with_a_box_of_a_pixel_stay),
        cmocka_unit_test(a_single_row_stays_since_the_line_would_be_as_high),
        cmocka_unit_test(rows_stay_where_they_are_asked_for_and_under_the_old_name),
        cmocka_unit_test(the_line_says_how_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
