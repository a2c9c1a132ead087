/* record/code/mapped_paths: what a process mapped is known of it and its children, until it is
 * another program. */
#include "record/code/mapped_paths.h"

#include <stdio.h>

#include "unit.h"

static bool has(const struct mapped_paths *m, uint32_t pid, const char *path)
{
    return mapped_paths_has(m, pid, str_of(path));
}

static void a_process_has_what_it_mapped_alone(void **state)
{
    struct mapped_paths m = {0};

    (void)state;
    assert_false(has(&m, 7, "/lib/a.so"));
    mapped_paths_map(&m, 7, STR("/lib/a.so"), 1);
    mapped_paths_map(&m, 7, STR("/lib/gone.so (deleted)"), 1);
    mapped_paths_map(&m, 7, STR("[vdso]"), 1);
    assert_true(has(&m, 7, "/lib/a.so"));
    assert_true(has(&m, 7, "/lib/gone.so"));
    assert_false(has(&m, 7, "[vdso]"));
    assert_false(has(&m, 7, "/etc/shadow"));
    assert_false(has(&m, 8, "/lib/a.so"));
    mapped_paths_free(&m);
}

static void a_child_has_what_its_parents_mapped(void **state)
{
    struct mapped_paths m = {0};

    (void)state;
    mapped_paths_map(&m, 7, STR("/lib/a.so"), 1);
    mapped_paths_fork(&m, 8, 7, 1);
    mapped_paths_fork(&m, 9, 8, 1);
    mapped_paths_map(&m, 9, STR("/lib/b.so"), 1);
    assert_true(has(&m, 9, "/lib/a.so"));
    assert_true(has(&m, 9, "/lib/b.so"));
    assert_false(has(&m, 8, "/lib/b.so"));
    mapped_paths_free(&m);
}

static void another_program_has_nothing_of_the_one_before(void **state)
{
    struct mapped_paths m = {0};

    (void)state;
    mapped_paths_map(&m, 7, STR("/etc/shadow"), 1);
    mapped_paths_fork(&m, 8, 7, 1);
    mapped_paths_exec(&m, 7, 1);
    assert_false(has(&m, 7, "/etc/shadow"));
    assert_true(has(&m, 8, "/etc/shadow"));
    mapped_paths_exec(&m, 8, 1);
    mapped_paths_fork(&m, 8, 7, 1); /* seen late */
    assert_false(has(&m, 8, "/etc/shadow"));
    mapped_paths_free(&m);
}

static void a_number_that_is_reused_is_another_process(void **state)
{
    struct mapped_paths m = {0};

    (void)state;
    mapped_paths_map(&m, 1, STR("/sbin/init"), 1);
    mapped_paths_map(&m, 7, STR("/root/key"), 1);
    mapped_paths_exit(&m, 7, 20);
    assert_true(has(&m, 7, "/root/key")); /* its samples are asked for after its end */
    mapped_paths_fork(&m, 7, 1, 10);      /* its own, seen late */
    assert_true(has(&m, 7, "/root/key"));
    mapped_paths_fork(&m, 7, 1, 30);
    assert_false(has(&m, 7, "/root/key"));
    assert_true(has(&m, 7, "/sbin/init"));
    mapped_paths_map(&m, 7, STR("/lib/b.so"), 31);
    assert_true(has(&m, 7, "/lib/b.so"));
    assert_false(has(&m, 1, "/lib/b.so"));
    mapped_paths_free(&m);
}

static void a_reused_number_is_another_program_whose_birth_is_seen_late(void **state)
{
    struct mapped_paths m = {0};

    (void)state;
    mapped_paths_map(&m, 9, STR("/root/key"), 1);
    mapped_paths_map(&m, 7, STR("/bin/old"), 1);
    mapped_paths_exit(&m, 7, 20);
    mapped_paths_exec(&m, 7, 31);
    mapped_paths_map(&m, 7, STR("/bin/su"), 32);
    mapped_paths_fork(&m, 7, 9, 30);
    assert_true(has(&m, 7, "/bin/su"));
    assert_false(has(&m, 7, "/root/key"));
    assert_false(has(&m, 7, "/bin/old"));
    mapped_paths_free(&m);
}

static void processes_that_map_nothing_take_no_room(void **state)
{
    enum { MANY = 3 << 20, NUMBERS = 30000 };
    struct mapped_paths m = {0};

    (void)state;
    mapped_paths_map(&m, 7, STR("/bin/sh"), 1);
    for (uint32_t i = 0; i < MANY; i++) {
        const uint32_t pid = 10 + i % NUMBERS;
        mapped_paths_fork(&m, pid, 7, 2 * i + 1);
        mapped_paths_exec(&m, pid, 2 * i + 1);
        mapped_paths_exit(&m, pid, 2 * i + 2);
    }
    assert_false(m.is_full);
    mapped_paths_fork(&m, 8, 7, 1);
    mapped_paths_map(&m, 8, STR("/lib/c.so"), 1);
    assert_true(has(&m, 8, "/lib/c.so"));
    assert_true(has(&m, 8, "/bin/sh"));
    mapped_paths_free(&m);
}

static void more_than_there_is_room_for_is_said(void **state)
{
    enum { MANY = (1 << 20) + 1, NUMBERS = 30000 };
    struct mapped_paths m = {0};

    (void)state;
    mapped_paths_map(&m, 7, STR("/bin/sh"), 1);
    for (uint32_t i = 0; i < MANY; i++) {
        mapped_paths_exec(&m, 10 + i % NUMBERS, 1);
        mapped_paths_map(&m, 10 + i % NUMBERS, STR("/bin/x"), 1);
    }
    assert_true(m.is_full);
    assert_true(has(&m, 7, "/bin/sh"));
    mapped_paths_free(&m);
}

static void many_paths_are_known(void **state)
{
    enum { MANY = 5000 };
    struct mapped_paths m = {0};
    char path[32];

    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(path, sizeof path, "/lib/%u.so", i);
        mapped_paths_map(&m, 1 + i % 50, str_of(path), 1);
        mapped_paths_map(&m, 1 + i % 50, str_of(path), 1);
    }
    assert_int_equal(m.n_paths, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(path, sizeof path, "/lib/%u.so", i);
        assert_true(has(&m, 1 + i % 50, path));
        assert_false(has(&m, 1 + (i + 1) % 50, path));
    }
    mapped_paths_free(&m);
}

static void who_mapped_a_path_is_found(void **state)
{
    struct mapped_paths m = {0};

    (void)state;
    assert_int_equal(mapped_paths_next(&m, 0, STR("/bin/old")), 0);
    mapped_paths_map(&m, 7, STR("/bin/old"), 1);
    mapped_paths_map(&m, 8, STR("/bin/new"), 1);
    mapped_paths_fork(&m, 9, 7, 1);
    assert_int_equal(mapped_paths_next(&m, 0, STR("/bin/old")), 7);
    assert_int_equal(mapped_paths_next(&m, 7, STR("/bin/old")), 9);
    assert_int_equal(mapped_paths_next(&m, 9, STR("/bin/old")), 0);
    assert_int_equal(mapped_paths_next(&m, UINT32_MAX, STR("/bin/old")), 0);
    mapped_paths_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_has_what_it_mapped_alone),
        cmocka_unit_test(a_child_has_what_its_parents_mapped),
        cmocka_unit_test(another_program_has_nothing_of_the_one_before),
        cmocka_unit_test(a_number_that_is_reused_is_another_process),
        cmocka_unit_test(a_reused_number_is_another_program_whose_birth_is_seen_late),
        cmocka_unit_test(processes_that_map_nothing_take_no_room),
        cmocka_unit_test(more_than_there_is_room_for_is_said),
        cmocka_unit_test(many_paths_are_known),
        cmocka_unit_test(who_mapped_a_path_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
