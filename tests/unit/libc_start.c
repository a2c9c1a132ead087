/* input/perf_data/code/libc_start: the code that calls main and the functions of threads. */
#include "input/perf_data/code/libc_start.h"

#include "unit.h"

/* Takes the code before a return address, and that behind it. */
static bool is_start(const char *before, size_t n_before, const char *behind, size_t n_behind)
{
    unsigned char around[LIBC_START_BEFORE + LIBC_START_BEHIND] = {0};

    memcpy(around + LIBC_START_BEFORE - n_before, before, n_before);
    memcpy(around + LIBC_START_BEFORE, behind, n_behind);
    return libc_start_is(around);
}

#define IS_START(before, behind) is_start(before, sizeof before - 1, behind, sizeof behind - 1)

static void the_calls_of_main_and_of_threads_are_known(void **state)
{
    (void)state;
    assert_true(IS_START("\xff\xd0", "\x89\xc7\xe8\x2f\x74\x01"));
    assert_true(IS_START("\x48\x8b\xb8\x40\x06\x00\x00\xff\x90\x38\x06\x00\x00", "\xe9\x28"));
    assert_true(IS_START("\x48\x8b\xbb\x40\x06\x00\x00\xff\x93\x38\x06\x00\x00", "\x64\x48"));
    assert_true(IS_START("\x64\xff\x14\x25\x40\x06\x00\x00", "\x64\x48"));
}

static void other_calls_are_not(void **state)
{
    (void)state;
    assert_false(IS_START("\xff\xd0", "\x89\xc3\xe8\x2f"));
    assert_false(IS_START("\xe8\xd0", "\x89\xc7\xe8\x2f"));
    assert_false(IS_START("\xff\xd0", "\x89\xc7\xc3"));
    /* another register, the same place, another distance, an index */
    assert_false(IS_START("\x48\x8b\xb9\x40\x06\x00\x00\xff\x90\x38\x06\x00\x00", ""));
    assert_false(IS_START("\x48\x8b\xb8\x38\x06\x00\x00\xff\x90\x38\x06\x00\x00", ""));
    assert_false(IS_START("\x48\x8b\xb8\x48\x06\x00\x00\xff\x90\x38\x06\x00\x00", ""));
    assert_false(IS_START("\x48\x8b\xbc\x40\x06\x00\x00\xff\x94\x38\x06\x00\x00", ""));
    assert_false(IS_START("", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_calls_of_main_and_of_threads_are_known),
        cmocka_unit_test(other_calls_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
