/* input/perf_data/code/explain: which frames a user asks about. */
#include "input/perf_data/code/explain.h"

#include "unit.h"

static bool wants(const char *wanted, const char *name, const char *module)
{
    const struct explained_frame frame = {str_of(name), str_of(module), 0x3ac5d};

    return explained_matches(wanted, &frame);
}

static void functions_are_asked_for_as_graphs_call_them(void **state)
{
    (void)state;
    assert_true(wants("main", "main", ""));
    assert_true(wants("main", "main:file.c:12", ""));
    assert_true(wants("main:file.c:12", "main:file.c:12", ""));
    assert_false(wants("main", "main::inner", ""));
    assert_false(wants("main", "mainly", ""));
    assert_false(wants("main", "mai", ""));
}

static void code_without_a_name_is_asked_for_by_its_module(void **state)
{
    (void)state;
    assert_true(wants("[libc.so.6]", "[libc.so.6]", ""));
    assert_true(wants("[libc.so.6]", "3ac5d", "/usr/lib/libc.so.6"));
    assert_true(wants("[[kernel.kallsyms]]", "3ac5d", "[kernel.kallsyms]"));
    assert_false(wants("libc.so.6", "3ac5d", "/usr/lib/libc.so.6"));
    assert_false(wants("[]", "3ac5d", ""));
}

static void addresses_are_hexadecimal(void **state)
{
    (void)state;
    assert_true(wants("0x3ac5d", "main", ""));
    assert_true(wants("3ac5d", "main", ""));
    assert_false(wants("0x", "main", ""));
}

static void a_place_is_kept_once_with_its_lowest_address(void **state)
{
    struct explaining e = {0};
    struct explaining all = {0};
    struct explained place = {.code = {.address = 7, .number = 1}, .has_name = true};

    (void)state;
    explaining_add(&e, &place, STR(""));
    place.code.address = 3;
    explaining_add(&e, &place, STR(""));
    explaining_add(&e, &place, STR("/tmp/perf-1.map"));
    explaining_join(&all, &e);
    assert_int_equal(all.n, 2);
    assert_int_equal(all.rows[0].code.address, 3);
    assert_str(buf_str(&all.rows[1].by), "/tmp/perf-1.map");
    explaining_free(&e);
    explaining_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_asked_for_as_graphs_call_them),
        cmocka_unit_test(code_without_a_name_is_asked_for_by_its_module),
        cmocka_unit_test(addresses_are_hexadecimal),
        cmocka_unit_test(a_place_is_kept_once_with_its_lowest_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
