/* base/slots: hash tables of ids. */
#include "base/slots.h"

#include "unit.h"

/* The rows of a table: the id of a number is its place here plus 1. */
enum { MANY = 1500 };

static uint32_t find(const struct slots *slots, const uint32_t *rows, uint32_t tag, uint32_t row)
{
    for (struct slots_match m = slots_find(slots, tag); m.id; slots_find_next(&m))
        if (rows[m.id - 1] == row)
            return m.id;
    return 0;
}

static size_t count(const struct slots *slots, uint32_t tag)
{
    size_t n = 0;

    for (struct slots_match m = slots_find(slots, tag); m.id; slots_find_next(&m))
        n++;
    return n;
}

static void an_empty_table_has_nothing(void **state)
{
    const struct slots slots = {0};

    (void)state;
    assert_int_equal(slots_find(&slots, 0).id, 0);
    assert_int_equal(slots_find(&slots, UINT32_MAX).id, 0);
}

static void ids_survive_growth(void **state)
{
    struct slots slots = {0};
    uint32_t rows[MANY];

    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        rows[i] = i * 2654435761U;
        assert_int_equal(find(&slots, rows, rows[i], rows[i]), 0);
        slots_add(&slots, rows[i], i + 1);
        assert_true(slots.n * 2 <= slots.n_slots);
    }
    assert_int_equal(slots.n, MANY);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(find(&slots, rows, rows[i], rows[i]), i + 1);
    assert_int_equal(slots_find(&slots, 1).id, 0);
    slots_free(&slots);
    assert_null(slots.all);
}

/* Tags that begin at the last slot go on at the first one. */
static void a_search_goes_past_the_end_and_past_other_tags(void **state)
{
    struct slots slots = {0};

    (void)state;
    slots_add(&slots, UINT32_MAX, 1);
    slots_add(&slots, UINT32_MAX >> 1, 2);
    slots_add(&slots, UINT32_MAX, 3);
    slots_add(&slots, 0, 4);
    assert_int_equal(slots.n_slots & (slots.n_slots - 1), 0);
    assert_int_equal(count(&slots, UINT32_MAX), 2);
    assert_int_equal(slots_find(&slots, UINT32_MAX).id, 1);
    assert_int_equal(slots_find(&slots, UINT32_MAX >> 1).id, 2);
    assert_int_equal(slots_find(&slots, 0).id, 4);
    assert_int_equal(count(&slots, UINT32_MAX >> 2), 0);
    slots_free(&slots);
}

static void all_rows_with_one_tag_are_found(void **state)
{
    struct slots slots = {0};

    (void)state;
    for (uint32_t i = 1; i <= 100; i++)
        slots_add(&slots, 77, i);
    slots_add(&slots, 78, 101);
    assert_int_equal(count(&slots, 77), 100);
    assert_int_equal(count(&slots, 78), 1);
    slots_free(&slots);
}

static void a_copy_is_a_table_of_its_own(void **state)
{
    struct slots slots = {0};
    struct slots copy;

    (void)state;
    slots_add(&slots, 5, 1);
    slots_copy(&copy, &slots);
    slots_add(&copy, 6, 2);
    assert_int_equal(slots_find(&copy, 5).id, 1);
    assert_int_equal(slots_find(&copy, 6).id, 2);
    assert_int_equal(slots_find(&slots, 6).id, 0);
    slots_free(&copy);
    assert_int_equal(slots_find(&slots, 5).id, 1);
    slots_free(&slots);
    slots_copy(&copy, &slots);
    assert_int_equal(slots_find(&copy, 5).id, 0);
    slots_free(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_has_nothing),
        cmocka_unit_test(ids_survive_growth),
        cmocka_unit_test(a_search_goes_past_the_end_and_past_other_tags),
        cmocka_unit_test(all_rows_with_one_tag_are_found),
        cmocka_unit_test(a_copy_is_a_table_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
