/* record/kernel_names: which words of a sample are taken for addresses of the kernel. */
#include "record/names/kernel_names.h"

#include <linux/perf_event.h>

#include "unit.h"

#define KERNEL UINT64_C(0xffffffff81000000)

static void what_programs_choose_is_not_remembered(void **state)
{
    struct kernel_names k = {0};
    const uint64_t words[] = {KERNEL,      4711,        PERF_CONTEXT_KERNEL,
                              KERNEL + 16, KERNEL,      PERF_CONTEXT_USER,
                              0x1000,      KERNEL + 32, KERNEL + 48};

    (void)state;
    kernel_names_see(&k, words, sizeof words / sizeof *words);
    assert_int_equal(k.n, 2);
    kernel_names_free(&k);
}

static void many_addresses_are_remembered_once(void **state)
{
    enum { MANY = 100000 };
    struct kernel_names k = {0};

    (void)state;
    for (uint64_t round = 0; round < 2; round++)
        for (uint64_t i = 0; i < MANY; i++)
            kernel_names_see(&k, (const uint64_t[]){KERNEL + 16 * i}, 1);
    assert_int_equal(k.n, MANY);
    kernel_names_free(&k);
    assert_int_equal(k.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_programs_choose_is_not_remembered),
        cmocka_unit_test(many_addresses_are_remembered_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
