/* record/targets/targets: who is recorded, and when nobody is left of them. */
#include "record/targets/targets.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parse.h"
#include "unit.h"

static char *const no_command[] = {NULL};

/* A process that waits until it is killed. */
static uint32_t start_child(void)
{
    const pid_t pid = fork();

    assert_true(pid >= 0);
    while (pid == 0)
        pause();
    return (uint32_t)pid;
}

static void end_child(uint32_t pid)
{
    assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
    assert_int_equal(waitpid((pid_t)pid, NULL, 0), (pid_t)pid);
}

static bool has(const struct targets *t, uint32_t tid)
{
    for (size_t i = 0; i < t->n_tids; i++)
        if (t->tids[i] == tid)
            return true;
    return false;
}

static void each_thread_is_recorded_once(void **state)
{
    const uint32_t self = (uint32_t)getpid();
    const uint32_t child = start_child();
    const uint32_t pids[] = {self, child, self};
    const struct record_order order = {
        .command = no_command, .pids = pids, .n_pids = 3, .tids = pids, .n_tids = 2};
    struct task_filter filter = {.n = 0};
    struct targets t = {.n_tids = 0};
    struct fault f = {0};

    (void)state;
    assert_true(targets_find(&t, &order, 0, &filter, &f));
    assert_int_equal(t.n_tids, 2);
    assert_true(has(&t, self) && has(&t, child));
    targets_free(&t);
    task_filter_free(&filter);
    end_child(child);
}

static void a_command_is_a_thread_unless_others_are_recorded(void **state)
{
    const uint32_t child = start_child();
    struct record_order order = {.command = no_command};
    struct task_filter filter = {.n = 0};
    struct targets t = {.n_tids = 0};
    struct fault f = {0};

    (void)state;
    assert_true(targets_find(&t, &order, child, &filter, &f));
    assert_int_equal(t.n_tids, 1);
    assert_true(has(&t, child));
    targets_free(&t);
    order.all = true;
    assert_true(targets_find(&t, &order, child, &filter, &f));
    assert_int_equal(t.n_tids, 0);
    targets_free(&t);
    task_filter_free(&filter);
    end_child(child);
}

/* A named one may be gone, as it was found before; all of them may not, as that would be the whole
 * system. */
static void a_process_that_is_gone_is_a_fault_unless_it_was_found_by_name(void **state)
{
    const uint32_t gone = start_child();
    const uint32_t pids[] = {(uint32_t)getpid(), gone};
    struct record_order order = {.command = no_command, .pids = pids, .n_pids = 2};
    struct task_filter filter = {.n = 0};
    struct targets t = {.n_tids = 0};
    struct fault f = {0};

    (void)state;
    end_child(gone);
    assert_false(targets_find(&t, &order, 0, &filter, &f));
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_non_null(strstr(f.text, "no such process"));
    targets_free(&t);

    f = (struct fault){0};
    order.n_named = 1;
    assert_true(targets_find(&t, &order, 0, &filter, &f));
    assert_int_equal(t.n_tids, 1);
    targets_free(&t);

    order =
        (struct record_order){.command = no_command, .pids = pids + 1, .n_pids = 1, .n_named = 1};
    assert_false(targets_find(&t, &order, 0, &filter, &f));
    assert_non_null(strstr(f.text, "has ended"));
    targets_free(&t);
    task_filter_free(&filter);
}

static void nobody_is_left_once_all_have_ended(void **state)
{
    char *const command[] = {(char[]){"true"}, NULL};
    const uint32_t child = start_child();
    const uint32_t both[] = {child, (uint32_t)getpid()};
    struct record_order order = {.command = no_command, .pids = both, .n_pids = 1};
    const struct record_order thread = {.command = no_command, .tids = both, .n_tids = 1};
    const struct record_order two = {.command = no_command, .pids = both, .n_pids = 2};
    const struct record_order all = {.command = no_command, .all = true};

    (void)state;
    assert_false(targets_ended(&order));
    assert_false(targets_ended(&thread));
    end_child(child);
    assert_true(targets_ended(&order));
    assert_true(targets_ended(&thread));
    assert_false(targets_ended(&two));
    assert_false(targets_ended(&all));
    order.command = command;
    assert_false(targets_ended(&order));
}

static void many_targets_are_not_counted_in_several_ways(void **state)
{
    static const struct event_choices one = {.n = 1};
    const size_t processors = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    const struct targets few = {.n_tids = 1};
    const struct targets many = {.n_tids = 512 / processors + 1};
    const struct targets group = {.groups = {.n = 1}};
    struct record_order order = {.command = no_command, .counting = {.events = &one}};

    (void)state;
    assert_false(targets_are_many(&few, &order));
    assert_true(targets_are_many(&many, &order));
    assert_true(targets_are_many(&group, &order));
    order.all = true;
    assert_true(targets_are_many(&few, &order));
}

static void groups_of_threads_are_told_once(void **state)
{
    const uint32_t child = start_child();
    uint32_t tids[] = {(uint32_t)getpid(), child};
    struct targets t = {.tids = tids, .n_tids = 1};
    struct buf one = {0};
    struct buf two = {0};

    (void)state;
    const bool found = targets_group_lines(&t, &one);
    t.n_tids = 2;
    assert_true(found && targets_group_lines(&t, &two));
    assert_true(str_equal(buf_str(&one), buf_str(&two)));
    t.n_tids = 0;
    buf_clear(&two);
    assert_false(targets_group_lines(&t, &two));
    assert_int_equal(two.n, 0);
    buf_free(&one);
    buf_free(&two);
    end_child(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_is_recorded_once),
        cmocka_unit_test(a_command_is_a_thread_unless_others_are_recorded),
        cmocka_unit_test(a_process_that_is_gone_is_a_fault_unless_it_was_found_by_name),
        cmocka_unit_test(nobody_is_left_once_all_have_ended),
        cmocka_unit_test(many_targets_are_not_counted_in_several_ways),
        cmocka_unit_test(groups_of_threads_are_told_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
