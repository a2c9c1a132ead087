/* symbol/table: names by address. */
#include "symbol/table.h"

#include "unit.h"

/* The name at an address, "-" when no symbol holds it. */
static struct str name_at(const struct symbol_table *t, uint64_t address)
{
    const struct symbol *s = table_find(t, address);

    return s ? table_name(t, s) : STR("-");
}

static void an_empty_table_names_nothing(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    table_sort(&t);
    assert_null(table_find(&t, 0));
    assert_null(table_find(&t, UINT64_MAX));
    table_free(&t);
}

static void a_symbol_holds_its_size_and_one_without_all_up_to_the_next(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    table_add(&t, 0x300, 0, STR("last"), 0);
    table_add(&t, 0x100, 0x10, STR("first"), 0);
    table_add(&t, 0x200, 0, STR("open"), 0);
    table_sort(&t);
    assert_str(name_at(&t, 0xff), "-");
    assert_str(name_at(&t, 0x100), "first");
    assert_str(name_at(&t, 0x10f), "first");
    assert_str(name_at(&t, 0x110), "-");
    assert_str(name_at(&t, 0x200), "open");
    assert_str(name_at(&t, 0x2ff), "open");
    assert_str(name_at(&t, UINT64_MAX), "last");
    table_free(&t);
}

static void the_highest_rank_stays_and_of_equals_the_first(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    table_add(&t, 0x20, 4, STR("low"), 1);
    table_add(&t, 0x20, 4, STR("high"), 2);
    table_add(&t, 0x20, 4, STR("equal"), 2);
    table_add(&t, 0x10, 4, STR("one"), 0);
    table_add(&t, 0x10, 4, STR("two"), 0);
    table_sort(&t);
    assert_int_equal(t.n, 2);
    assert_str(name_at(&t, 0x21), "high");
    assert_str(name_at(&t, 0x13), "one");
    table_free(&t);
}

static void behind_a_nested_symbol_the_outer_one_goes_on(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    table_add(&t, 0, 100, STR("outer"), 0);
    table_add(&t, 10, 50, STR("middle"), 0);
    table_add(&t, 20, 5, STR("inner"), 0);
    table_add(&t, 30, 5, STR("other"), 0);
    table_sort(&t);
    assert_str(name_at(&t, 24), "inner");
    assert_str(name_at(&t, 25), "middle");
    assert_str(name_at(&t, 35), "middle");
    assert_str(name_at(&t, 60), "outer");
    assert_str(name_at(&t, 100), "-");
    table_free(&t);
}

static void a_symbol_without_a_name_ends_what_has_no_size(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    table_add(&t, 10, 0, STR("open"), 0);
    table_add(&t, 20, 0, STR(""), 0);
    table_sort(&t);
    assert_str(name_at(&t, 19), "open");
    assert_str(name_at(&t, 20), "-");
    table_free(&t);
}

static void symbols_at_the_ends_of_the_address_space_are_found(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    table_add(&t, UINT64_MAX - 1, UINT64_MAX, STR("high"), 0);
    table_add(&t, 0, 1, STR("low"), 0);
    table_sort(&t);
    assert_str(name_at(&t, 0), "low");
    assert_str(name_at(&t, 1), "-");
    assert_str(name_at(&t, UINT64_MAX), "high");
    table_free(&t);
}

static void many_symbols_in_any_order_are_sorted_and_more_are_sorted_in(void **state)
{
    enum { MANY = 5000 };
    struct symbol_table t = {0};
    uint64_t x = 88172645463325252u;

    (void)state;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < MANY; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            table_add(&t, x >> (i % 60), 1, STR("f"), i);
        }
        table_sort(&t);
        for (uint32_t i = 1; i < t.n; i++)
            assert_true(t.symbols[i - 1].address < t.symbols[i].address);
        for (uint32_t i = 0; i < t.n; i++)
            assert_ptr_equal(table_find(&t, t.symbols[i].address), &t.symbols[i]);
    }
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_names_nothing),
        cmocka_unit_test(a_symbol_holds_its_size_and_one_without_all_up_to_the_next),
        cmocka_unit_test(the_highest_rank_stays_and_of_equals_the_first),
        cmocka_unit_test(behind_a_nested_symbol_the_outer_one_goes_on),
        cmocka_unit_test(a_symbol_without_a_name_ends_what_has_no_size),
        cmocka_unit_test(symbols_at_the_ends_of_the_address_space_are_found),
        cmocka_unit_test(many_symbols_in_any_order_are_sorted_and_more_are_sorted_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
