/* symbol/python_trampoline: where the code that Python makes for a function has its caller. */
#include "symbol/python_trampoline.h"

#include "unit.h"

static const struct str name = {"py::f:/srv/a.py", 15};

static void the_return_address_is_a_word_higher_around_the_call(void **state)
{
    static const uint64_t usual[] = {0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 0};

    (void)state;
    for (uint64_t endbr = 0; endbr <= 4; endbr += 4)
        for (uint64_t at = 0; at < 11 + endbr; at++) {
            uint64_t bytes = 99;
            assert_true(python_trampoline_saved(name, 11 + endbr, at, &bytes));
            assert_int_equal(bytes, at < endbr ? 0 : usual[at - endbr]);
        }
}

static void code_of_other_names_and_sizes_is_something_else(void **state)
{
    uint64_t bytes;

    (void)state;
    assert_false(python_trampoline_saved(STR("LazyCompile:f"), 11, 5, &bytes));
    assert_false(python_trampoline_saved(STR("py:"), 11, 5, &bytes));
    assert_false(python_trampoline_saved(STR(""), 11, 5, &bytes));
    for (uint64_t size = 0; size < 64; size++)
        if (size != 11 && size != 15)
            assert_false(python_trampoline_saved(name, size, 5, &bytes));
    assert_false(python_trampoline_saved(name, UINT64_MAX, 5, &bytes));
    assert_false(python_trampoline_saved(name, 11, 11, &bytes));
    assert_false(python_trampoline_saved(name, 15, UINT64_MAX, &bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_return_address_is_a_word_higher_around_the_call),
        cmocka_unit_test(code_of_other_names_and_sizes_is_something_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
