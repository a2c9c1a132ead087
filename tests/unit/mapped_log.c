/* record/code/mapped_log: what processes did is told in the order of time. */
#include "record/code/mapped_log.h"

#include "unit.h"

enum { PID = 7 };

static void note(struct mapped_log *l, enum mapped_kind kind, uint32_t pid, uint64_t time_ns,
                 const char *path)
{
    const struct mapped_event e = {.kind = kind, .pid = pid, .parent = PID, .time_ns = time_ns};

    mapped_log_add(l, &e, str_of(path));
}

static bool has(const struct mapped_paths *m, uint32_t pid, const char *path)
{
    return mapped_paths_has(m, pid, str_of(path));
}

static void a_program_has_what_it_mapped_on_a_processor_that_is_read_first(void **state)
{
    struct mapped_paths m = {0};
    struct mapped_log l = {0};

    (void)state;
    note(&l, MAPPED_MAP, PID, 1, "/bin/old");
    note(&l, MAPPED_MAP, PID, 30, "/lib/late.so");
    note(&l, MAPPED_EXEC, PID, 10, "");
    note(&l, MAPPED_MAP, PID, 20, "/bin/new");
    mapped_log_settle(&l, UINT64_MAX, &m);
    assert_true(has(&m, PID, "/lib/late.so"));
    assert_true(has(&m, PID, "/bin/new"));
    assert_false(has(&m, PID, "/bin/old"));
    mapped_log_free(&l);
    mapped_paths_free(&m);
}

static void what_is_newer_waits_for_what_may_still_come(void **state)
{
    struct mapped_paths m = {0};
    struct mapped_log l = {0};

    (void)state;
    note(&l, MAPPED_MAP, PID, 5, "/bin/old");
    note(&l, MAPPED_MAP, PID, 30, "/lib/late.so");
    note(&l, MAPPED_FORK, PID + 1, 6, "");
    mapped_log_settle(&l, 25, &m);
    assert_int_equal(l.n, 1);
    assert_true(has(&m, PID, "/bin/old"));
    assert_true(has(&m, PID + 1, "/bin/old"));
    assert_false(has(&m, PID, "/lib/late.so"));
    note(&l, MAPPED_EXEC, PID, 26, "");
    mapped_log_settle(&l, UINT64_MAX, &m);
    assert_true(has(&m, PID, "/lib/late.so"));
    assert_false(has(&m, PID, "/bin/old"));
    assert_true(has(&m, PID + 1, "/bin/old"));
    assert_int_equal(l.n, 0);
    mapped_log_free(&l);
    mapped_paths_free(&m);
}

static void of_one_time_the_order_of_telling_counts(void **state)
{
    struct mapped_paths m = {0};
    struct mapped_log l = {0};

    (void)state;
    note(&l, MAPPED_MAP, PID, 0, "/bin/a");
    note(&l, MAPPED_EXEC, PID, 0, "");
    note(&l, MAPPED_MAP, PID, 0, "/bin/b");
    note(&l, MAPPED_EXIT, PID, 0, "");
    mapped_log_settle(&l, 1, &m);
    assert_false(has(&m, PID, "/bin/a"));
    assert_true(has(&m, PID, "/bin/b"));
    mapped_log_free(&l);
    mapped_paths_free(&m);
}

static void a_map_that_is_seen_too_late_is_not_that_of_the_program_now(void **state)
{
    struct mapped_paths m = {0};
    struct mapped_log l = {0};

    (void)state;
    note(&l, MAPPED_EXEC, PID, 10, "");
    mapped_log_settle(&l, UINT64_MAX, &m);
    note(&l, MAPPED_MAP, PID, 5, "/etc/shadow");
    note(&l, MAPPED_MAP, PID, 11, "/bin/su");
    mapped_log_settle(&l, UINT64_MAX, &m);
    assert_false(has(&m, PID, "/etc/shadow"));
    assert_true(has(&m, PID, "/bin/su"));
    mapped_log_free(&l);
    mapped_paths_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_has_what_it_mapped_on_a_processor_that_is_read_first),
        cmocka_unit_test(what_is_newer_waits_for_what_may_still_come),
        cmocka_unit_test(of_one_time_the_order_of_telling_counts),
        cmocka_unit_test(a_map_that_is_seen_too_late_is_not_that_of_the_program_now),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
