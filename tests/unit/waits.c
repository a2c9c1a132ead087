/* record/sleep/waits: when tracing is too much, and for whom samples of sleep begin. */
#include "record/sleep/waits.h"

#include <fcntl.h>
#include <unistd.h>

#include "unit.h"

enum { MOST = 20000, SECOND = 1000000000, BEGIN = 5 };

/* Two events of one processor: the last is sched_switch. */
static struct counters two_events(int fds[2])
{
    fds[0] = open("/dev/null", O_RDONLY);
    fds[1] = open("/dev/null", O_RDONLY);
    assert_true(fds[0] >= 0 && fds[1] >= 0);
    return (struct counters){
        .n_events = 2, .n_sets = 1, .n_targets = 1, .n_processors = 1, .fds = fds};
}

static void close_events(const int fds[2])
{
    for (size_t i = 0; i < 2; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static struct waits traced(void)
{
    return (struct waits){.outcome = {.by = WAITS_BY_TRACING}};
}

static void tracing_goes_on_while_samples_are_not_too_many(void **state)
{
    struct waits w = traced();
    int fds[2];
    struct counters c = two_events(fds);

    (void)state;
    waits_watch(&w, &c, BEGIN, 100);
    waits_watch(&w, &c, BEGIN + SECOND - 1, 100 + MOST);
    assert_int_equal(w.outcome.ended_ns, 0);
    assert_true(fds[1] >= 0);
    close_events(fds);
}

static void tracing_ends_once_a_second_has_too_many(void **state)
{
    struct waits w = traced();
    int fds[2];
    struct counters c = two_events(fds);

    (void)state;
    waits_watch(&w, &c, BEGIN, 100);
    waits_watch(&w, &c, BEGIN + SECOND - 1, 101 + MOST);
    assert_int_equal(w.outcome.ended_ns, BEGIN + SECOND - 1);
    assert_int_equal(fds[1], -1);
    assert_true(fds[0] >= 0);
    waits_watch(&w, &c, BEGIN + SECOND, 100 + 9 * MOST);
    assert_int_equal(w.outcome.ended_ns, BEGIN + SECOND - 1);
    close_events(fds);
}

static void each_second_is_counted_from_its_own_beginning(void **state)
{
    struct waits w = traced();
    uint64_t samples = 0;
    int fds[2];
    struct counters c = two_events(fds);

    (void)state;
    for (uint64_t i = 0; i < 20; i++, samples += MOST / 2)
        waits_watch(&w, &c, BEGIN + i * SECOND / 2, samples);
    assert_int_equal(w.outcome.ended_ns, 0);
    close_events(fds);
}

static void only_tracing_may_be_too_much(void **state)
{
    static const enum waits_by others[] = {WAITS_NONE, WAITS_BY_PROGRAM, WAITS_BY_SWITCHES};
    int fds[2];
    struct counters c = two_events(fds);

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct waits w = {.outcome = {.by = others[i]}};
        waits_watch(&w, &c, BEGIN, 0);
        waits_watch(&w, &c, BEGIN + 1, 9 * MOST);
        assert_int_equal(w.outcome.ended_ns, 0);
    }
    assert_true(fds[1] >= 0);
    close_events(fds);
}

static void sleep_is_sampled_once_the_command_is_started_that_alone_is_recorded(void **state)
{
    static const char *const names[] = {"web"};
    char *const command[] = {(char[]){"true"}, NULL};
    char *const none[] = {NULL};
    struct record_order order = {.command = command};

    (void)state;
    assert_true(waits_for_program(&order));
    order.n_groups = 1;
    order.groups = names;
    assert_false(waits_for_program(&order));
    order = (struct record_order){.command = command, .containers = names, .n_containers = 1};
    assert_false(waits_for_program(&order));
    order = (struct record_order){.command = none};
    assert_false(waits_for_program(&order));
}

static void what_was_not_asked_for_is_not_opened(void **state)
{
    const struct record_order order = {.off_cpu_ns = 0};
    struct counting how = {.switches = false};
    struct targets nobody = {.n_tids = 0};
    struct fault f = {0};
    struct waits w = {.outcome = {.by = WAITS_NONE}};

    (void)state;
    waits_open(&w, &how, &order);
    assert_int_equal(w.outcome.by, WAITS_NONE);
    assert_false(how.switches);
    assert_null(waits_event(&w));
    assert_null(waits_asleep(&w));
    assert_true(waits_begin(&w, &nobody, &order, &f));
    assert_int_equal(waits_step_ms(&w, 250), 250);
    waits_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tracing_goes_on_while_samples_are_not_too_many),
        cmocka_unit_test(tracing_ends_once_a_second_has_too_many),
        cmocka_unit_test(each_second_is_counted_from_its_own_beginning),
        cmocka_unit_test(only_tracing_may_be_too_much),
        cmocka_unit_test(sleep_is_sampled_once_the_command_is_started_that_alone_is_recorded),
        cmocka_unit_test(what_was_not_asked_for_is_not_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
