/* render/common/grid: columns as wide as their widest cell, or as the terminal lets them be. */
#include "render/common/grid.h"

#include "unit.h"

static const struct grid_column columns[] = {
    {.head = "n"}, {.head = "no"}, {.head = "name", .text = true}, {.head = "more", .text = true}};

enum { N_COLUMNS = sizeof columns / sizeof columns[0] };

static void add(struct grid *g, const char *n, const char *name, const char *more)
{
    grid_text(g, str_of(n));
    grid_text(g, STR(""));
    sink_text(&g->cell, name);
    grid_next(g);
    grid_text(g, str_of(more));
}

static void assert_grid(struct grid *g, const char *wanted)
{
    struct sink s;

    sink_open_buf(&s);
    grid_write_head(g, &s);
    grid_write(g, &s, 0, grid_rows(g));
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
    grid_free(g);
}

static void numbers_stand_below_their_points_and_empty_columns_go(void **state)
{
    struct grid g;

    (void)state;
    grid_init(&g, columns, N_COLUMNS);
    add(&g, "1,234", "a", "m");
    add(&g, "2.25", "long", "");
    add(&g, "", "b", "");
    assert_int_equal(grid_rows(&g), 3);
    assert_grid(&g, "       n  name  more\n"
                    "1,234     a     m\n"
                    "    2.25  long\n"
                    "          b\n");
}

static void the_first_text_takes_what_a_terminal_leaves(void **state)
{
    struct grid g;

    (void)state;
    grid_init(&g, columns, N_COLUMNS);
    add(&g, "1", "a_name_of_thirty_letters_in_all", "a_module_of_thirty_letters_in_");
    add(&g, "22", "b", "m");
    grid_fit(&g, 40, 10);
    assert_grid(&g, " n  name                      more\n"
                    " 1  a_name_\xE2\x80\xA6y_letters_in_all  a_m\xE2\x80\xA6rs_in_\n"
                    "22  b                         m\n");
}

static void where_there_is_no_room_spare_columns_go_the_greatest_number_first(void **state)
{
    static const struct grid_column spare[] = {
        {.head = "before", .spare = 1},
        {.head = "after"},
        {.head = "kind", .text = true, .whole = true, .spare = 2},
        {.head = "name", .text = true}};
    const size_t widths[] = {41, 40, 35, 34};
    const char *const wanted[] = {"before  after  kind  name\n", "before  after  name\n",
                                  "before  after  name\n", "after  name\n"};

    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        struct grid g;
        struct sink s;
        grid_init(&g, spare, 4);
        for (size_t cell = 0; cell < 4; cell++)
            grid_text(&g, STR("1"));
        grid_fit(&g, widths[i], 0);
        sink_open_buf(&s);
        grid_write_head(&g, &s);
        assert_str(buf_str(&s.buf), wanted[i]);
        sink_discard(&s);
        grid_free(&g);
    }
}

static void numbers_with_units_stand_below_their_points(void **state)
{
    struct grid g;

    (void)state;
    grid_init(&g, columns, N_COLUMNS);
    add(&g, "1.25 \xC2\xB5s", "a", "");
    add(&g, "518 ms", "b", "");
    add(&g, "0", "c", "");
    assert_grid(&g, "        n  name\n"
                    "  1.25 \xC2\xB5s  a\n"
                    "518 ms     b\n"
                    "  0        c\n");
}

static void a_grid_without_rows_is_a_line(void **state)
{
    struct grid g;

    (void)state;
    grid_init(&g, columns, N_COLUMNS);
    grid_fit(&g, 80, 10);
    assert_grid(&g, "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_stand_below_their_points_and_empty_columns_go),
        cmocka_unit_test(the_first_text_takes_what_a_terminal_leaves),
        cmocka_unit_test(where_there_is_no_room_spare_columns_go_the_greatest_number_first),
        cmocka_unit_test(numbers_with_units_stand_below_their_points),
        cmocka_unit_test(a_grid_without_rows_is_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
