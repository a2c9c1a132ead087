/* symbol/ksymbols: code that the kernel takes in and gives up. */
#include "symbol/ksymbols.h"

#include <stdio.h>

#include "unit.h"

static void assert_name(const struct ksymbols *k, uint64_t address, const char *name)
{
    struct str found = STR("nothing");

    ksymbols_find(k, address, &found);
    assert_str(found, name);
}

static void code_is_known_from_when_it_comes_until_it_goes(void **state)
{
    struct ksymbols k = {0};

    (void)state;
    assert_name(&k, 0x1000, "nothing");
    ksymbols_add(&k, 0x1000, 0x100, STR("bpf_prog_a"));
    ksymbols_add(&k, 0x3000, 0x10, STR("bpf_prog_b"));
    assert_name(&k, 0xfff, "nothing");
    assert_name(&k, 0x10ff, "bpf_prog_a");
    assert_name(&k, 0x1100, "nothing");
    ksymbols_remove(&k, 0x1000);
    ksymbols_remove(&k, 0x2000);
    assert_name(&k, 0x1000, "nothing");
    assert_name(&k, 0x3000, "bpf_prog_b");
    ksymbols_add(&k, 0x3000, 0x20, STR("bpf_prog_c"));
    assert_name(&k, 0x3018, "bpf_prog_c");
    ksymbols_free(&k);
}

static void many_are_found_in_any_order(void **state)
{
    enum { MANY = 5000 };
    struct ksymbols k = {0};

    (void)state;
    for (uint64_t i = 0; i < MANY; i++) {
        char name[16];
        uint64_t at = i * 1237 % MANY;
        snprintf(name, sizeof name, "%u", (unsigned)at);
        ksymbols_add(&k, at << 8, 0x80, str_of(name));
    }
    for (uint64_t i = 0; i < MANY; i += 3)
        ksymbols_remove(&k, i << 8);
    for (uint64_t i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", (unsigned)i);
        assert_name(&k, (i << 8) + 0x7f, i % 3 ? name : "nothing");
        assert_name(&k, (i << 8) + 0x80, "nothing");
    }
    ksymbols_free(&k);
}

static void more_than_a_kernel_has_are_dropped(void **state)
{
    struct ksymbols k = {0};

    (void)state;
    for (uint64_t i = 0; i < 70000; i++)
        ksymbols_add(&k, i << 4, 0x10, STR("x"));
    assert_name(&k, 65535 << 4, "x");
    assert_name(&k, 65536 << 4, "nothing");
    ksymbols_add(&k, 0, 0, STR("empty"));
    ksymbols_add(&k, 0x10, 1, STR(""));
    assert_name(&k, 0, "nothing");
    ksymbols_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_known_from_when_it_comes_until_it_goes),
        cmocka_unit_test(many_are_found_in_any_order),
        cmocka_unit_test(more_than_a_kernel_has_are_dropped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
