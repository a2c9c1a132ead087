/* Rows of comma separated values. */
#include "unit.h"

#include "input/common/csv.h"

static void split(struct csv *c, const char *line, const char *cells, bool whole)
{
    struct buf joined = {0};

    assert_int_equal(csv_split(c, str_of(line)), whole);
    for (size_t i = 0; i < c->n; i++) {
        buf_add(&joined, c->cells[i]);
        buf_add_byte(&joined, '|');
    }
    buf_add_byte(&joined, '\0');
    assert_string_equal(joined.p, cells);
    buf_free(&joined);
}

static void cells_end_at_separators_and_quotes_keep_them(void **state)
{
    struct csv c = {.separator = ','};

    (void)state;
    split(&c, "", "|", true);
    split(&c, "a,b", "a|b|", true);
    split(&c, ",,", "|||", true);
    split(&c, "3,\"f(a,b)\",\"1,234\",0.5,", "3|f(a,b)|1,234|0.5||", true);
    split(&c, " a , b ", " a | b |", true);
    split(&c, "  \"a\"  ,b", "a|b|", true);
    split(&c, "a\"b,c\"", "a\"b|c\"|", true);
    csv_free(&c);
}

static void doubled_quotes_are_one_and_many_cells_of_a_row_may_have_them(void **state)
{
    struct csv c = {.separator = ';'};

    (void)state;
    split(&c, "\"a\"\"b\";\"\"\"\";\"\";\"c;\"\"\"", "a\"b|\"||c;\"|", true);
    csv_free(&c);
}

static void a_quote_that_is_not_closed_damages_the_row_from_there(void **state)
{
    struct csv c = {.separator = ','};

    (void)state;
    split(&c, "a,\"b,c", "a|", false);
    split(&c, "a,\"b\"c,d", "a|", false);
    split(&c, "\"", "", false);
    split(&c, "\"a\"\"", "", false);
    csv_free(&c);
}

static void the_separator_is_what_stands_behind_the_first_name(void **state)
{
    (void)state;
    assert_int_equal(csv_separator(STR("Level,Name"), STR("Level")), ',');
    assert_int_equal(csv_separator(STR("\"Level\";Name"), STR("Level")), ';');
    assert_int_equal(csv_separator(STR("Level\tName"), STR("Level")), '\t');
    assert_int_equal(csv_separator(STR("Levels,Name"), STR("Level")), 0);
    assert_int_equal(csv_separator(STR("Level"), STR("Level")), 0);
    assert_int_equal(csv_separator(STR("\"Level"), STR("Level")), 0);
}

static void cells_beyond_the_last_that_fit_are_left_out(void **state)
{
    struct csv c = {.separator = ','};
    char line[2 * CSV_CELLS + 9];

    (void)state;
    memset(line, ',', sizeof line);
    assert_true(csv_split(&c, (struct str){line, sizeof line}));
    assert_int_equal(c.n, CSV_CELLS);
    assert_int_equal(csv_cell(&c, CSV_CELLS).n, 0);
    csv_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_end_at_separators_and_quotes_keep_them),
        cmocka_unit_test(doubled_quotes_are_one_and_many_cells_of_a_row_may_have_them),
        cmocka_unit_test(a_quote_that_is_not_closed_damages_the_row_from_there),
        cmocka_unit_test(the_separator_is_what_stands_behind_the_first_name),
        cmocka_unit_test(cells_beyond_the_last_that_fit_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
