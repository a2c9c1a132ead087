/* record/targets/task_filter: whose records are kept where the whole system is counted. */
#include "record/targets/task_filter.h"

#include <linux/perf_event.h>

#include "unit.h"

enum { OURS = 4711, OTHER = 4712, CHILD = 4800, THREAD = 4801 };

static uint64_t two(uint32_t first, uint32_t second)
{
    const uint32_t numbers[] = {first, second};
    uint64_t word;

    memcpy(&word, numbers, sizeof word);
    return word;
}

static uint64_t header(uint32_t type)
{
    const struct perf_event_header h = {.type = type, .size = 64};
    uint64_t word;

    memcpy(&word, &h, sizeof word);
    return word;
}

static bool keeps_sample(const struct task_filter *t, uint32_t pid, uint32_t tid)
{
    const uint64_t words[] = {header(PERF_RECORD_SAMPLE), two(OURS, OURS), two(OURS, OURS),
                              two(pid, tid)};

    return task_filter_keeps(t, words);
}

static bool keeps(const struct task_filter *t, uint32_t type, uint32_t pid, uint32_t tid)
{
    const uint64_t words[] = {header(type), two(pid, tid), two(tid, OURS), two(OURS, OURS)};

    return task_filter_keeps(t, words);
}

static void fork_from(struct task_filter *t, uint32_t pid, uint32_t parent, uint32_t tid,
                      uint32_t parent_tid)
{
    const uint64_t words[] = {header(PERF_RECORD_FORK), two(pid, parent), two(tid, parent_tid), 0};

    task_filter_see(t, words);
}

static void records_of_others_are_left_out(void **state)
{
    static const uint32_t types[] = {PERF_RECORD_MMAP, PERF_RECORD_MMAP2, PERF_RECORD_COMM};
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    assert_false(keeps_sample(&t, OURS, OURS));
    task_filter_add_process(&t, OURS);
    assert_true(keeps_sample(&t, OURS, THREAD));
    assert_false(keeps_sample(&t, OTHER, OTHER));
    assert_false(keeps_sample(&t, 0, 0));
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        assert_true(keeps(&t, types[i], OURS, THREAD));
        assert_false(keeps(&t, types[i], OTHER, OTHER));
    }
    assert_true(keeps(&t, PERF_RECORD_LOST, OTHER, OTHER));
    task_filter_free(&t);
}

static void children_are_kept_and_theirs(void **state)
{
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    task_filter_add_process(&t, OURS);
    fork_from(&t, CHILD, OURS, CHILD, THREAD);
    fork_from(&t, CHILD + 1, CHILD, CHILD + 1, CHILD);
    fork_from(&t, OTHER + 1, OTHER, OTHER + 1, OTHER);
    assert_true(keeps_sample(&t, CHILD, CHILD));
    assert_true(keeps_sample(&t, CHILD + 1, CHILD + 1));
    assert_false(keeps_sample(&t, OTHER + 1, OTHER + 1));
    assert_true(keeps(&t, PERF_RECORD_FORK, CHILD, CHILD));
    assert_true(keeps(&t, PERF_RECORD_EXIT, CHILD, CHILD));
    assert_false(keeps(&t, PERF_RECORD_EXIT, OTHER, OTHER));
    task_filter_free(&t);
}

static void switches_are_of_the_thread_that_leaves_or_comes(void **state)
{
    const uint64_t ours[] = {header(PERF_RECORD_SWITCH_CPU_WIDE), two(OTHER, OTHER),
                             two(OURS, THREAD), 0};
    const uint64_t others[] = {header(PERF_RECORD_SWITCH_CPU_WIDE), two(OURS, THREAD),
                               two(OTHER, OTHER), 0};
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    task_filter_add_process(&t, OURS);
    assert_true(task_filter_keeps(&t, ours));
    assert_false(task_filter_keeps(&t, others));
    assert_true(keeps(&t, PERF_RECORD_SWITCH, OURS, THREAD));
    assert_false(keeps(&t, PERF_RECORD_SWITCH, OTHER, OTHER));
    task_filter_free(&t);
}

static void numbers_are_counted_once(void **state)
{
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    task_filter_add_process(&t, OURS);
    task_filter_add_process(&t, OURS);
    assert_int_equal(t.n, 1);
    fork_from(&t, CHILD + 1, CHILD, CHILD + 1, CHILD); /* shown before its parent's */
    assert_int_equal(t.n, 1);
    for (int i = 0; i < 2; i++) {
        fork_from(&t, CHILD, OURS, CHILD, OURS);
        assert_int_equal(t.n, 2 + i); /* the second time, the other is there already */
        fork_from(&t, CHILD + 1, CHILD, CHILD + 1, CHILD);
        assert_int_equal(t.n, 3);
    }
    fork_from(&t, CHILD, OTHER, CHILD, OTHER);
    assert_int_equal(t.n, 2);
    task_filter_free(&t);
}

static void of_a_thread_others_of_its_process_are_left_out(void **state)
{
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    task_filter_add_thread(&t, THREAD);
    fork_from(&t, OURS, OURS, THREAD + 1, THREAD);
    fork_from(&t, OURS, OURS, THREAD + 2, OURS);
    assert_true(keeps_sample(&t, OURS, THREAD));
    assert_true(keeps_sample(&t, OURS, THREAD + 1));
    assert_false(keeps_sample(&t, OURS, THREAD + 2));
    assert_false(keeps_sample(&t, OURS, OURS));
    task_filter_free(&t);
}

static void a_number_that_is_used_anew_is_of_another(void **state)
{
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    task_filter_add_process(&t, OURS);
    task_filter_add_thread(&t, THREAD);
    fork_from(&t, OURS, OTHER, OURS, OTHER);
    fork_from(&t, THREAD, OTHER, THREAD, OTHER);
    assert_false(keeps_sample(&t, OURS, OURS));
    assert_false(keeps_sample(&t, THREAD, THREAD));
    task_filter_free(&t);
}

static void samples_of_all_are_kept_where_the_kernel_drops_others(void **state)
{
    struct task_filter t = {.keeps_samples = true};

    (void)state;
    task_filter_add_process(&t, OURS);
    assert_true(keeps_sample(&t, OTHER, OTHER));
    task_filter_free(&t);
}

static void numbers_that_no_task_has_are_not_taken(void **state)
{
    struct task_filter t = {.threads = {.room = 0}};

    (void)state;
    task_filter_add_process(&t, UINT32_MAX);
    task_filter_add_thread(&t, UINT32_MAX);
    assert_false(keeps_sample(&t, UINT32_MAX, UINT32_MAX));
    assert_int_equal(t.processes.room + t.threads.room, 0);
    task_filter_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_others_are_left_out),
        cmocka_unit_test(children_are_kept_and_theirs),
        cmocka_unit_test(switches_are_of_the_thread_that_leaves_or_comes),
        cmocka_unit_test(numbers_are_counted_once),
        cmocka_unit_test(of_a_thread_others_of_its_process_are_left_out),
        cmocka_unit_test(a_number_that_is_used_anew_is_of_another),
        cmocka_unit_test(samples_of_all_are_kept_where_the_kernel_drops_others),
        cmocka_unit_test(numbers_that_no_task_has_are_not_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
