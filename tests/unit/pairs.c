/* model/pairs: pairs of ids. */
#include "model/pairs.h"

#include "unit.h"

static void a_pair_has_one_number_and_its_reverse_another(void **state)
{
    struct pairs pairs;

    (void)state;
    pairs_init(&pairs);
    assert_int_equal(pairs_add(&pairs, 7, 9), 0);
    assert_int_equal(pairs_add(&pairs, 9, 7), 1);
    assert_int_equal(pairs_add(&pairs, 7, 9), 0);
    assert_int_equal(pairs.n, 2);
    pairs_free(&pairs);
}

static void numbers_survive_growth(void **state)
{
    enum { MANY = 20000 };
    struct pairs pairs;

    (void)state;
    pairs_init(&pairs);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(pairs_add(&pairs, i / 100, i % 100), i);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(pairs_add(&pairs, i / 100, i % 100), i);
    assert_int_equal(pairs.rows[12345].a, 123);
    assert_int_equal(pairs.rows[12345].b, 45);
    pairs_free(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_has_one_number_and_its_reverse_another),
        cmocka_unit_test(numbers_survive_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
