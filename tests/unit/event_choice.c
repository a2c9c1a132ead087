/* record/event: names of events as the numbers of perf_event_open. */
#include "record/event.h"

#include <linux/perf_event.h>

#include "unit.h"

/* Parses one event; the fault is left in f. */
static bool parse(struct event_choice *e, const char *name, struct fault *f)
{
    struct event_choices list = {0};
    bool ok = event_choices_add(&list, str_of(name), f);

    *e = ok ? list.rows[0] : (struct event_choice){0};
    event_choices_free(&list);
    return ok;
}

static void names_are_those_of_the_kernel(void **state)
{
    static const struct {
        const char *name;
        uint32_t type;
        uint64_t config;
    } wanted[] = {
        {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
        {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
        {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
        {"r01c2", PERF_TYPE_RAW, 0x1c2},
        {"dTLB-load-misses", PERF_TYPE_HW_CACHE, 0x10003},
        {"L1-dcache-loads", PERF_TYPE_HW_CACHE, 0},
        {"LLC-store-misses", PERF_TYPE_HW_CACHE, 0x10102},
        {"branch-loads", PERF_TYPE_HW_CACHE, 5},
        {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        struct fault f = {0};
        struct event_choice e;
        assert_true(parse(&e, wanted[i].name, &f));
        assert_int_equal(e.type, wanted[i].type);
        assert_int_equal(e.config, wanted[i].config);
        assert_string_equal(e.name, wanted[i].name);
    }
}

static void modifiers_say_who_is_counted_and_how_precisely(void **state)
{
    struct fault f = {0};
    struct event_choice e;

    (void)state;
    assert_true(parse(&e, "cycles:u", &f));
    assert_true(e.no_kernel && !e.no_user);
    assert_true(parse(&e, "cycles:kpp", &f));
    assert_true(e.no_user && !e.no_kernel);
    assert_int_equal(e.precise, 2);
    assert_true(parse(&e, "cycles:uk", &f));
    assert_true(!e.no_user && !e.no_kernel);
    assert_false(parse(&e, "cycles:pppp", &f));
}

static void commas_part_events_but_not_the_terms_of_one(void **state)
{
    struct event_choices list = {0};
    struct fault f = {0};

    (void)state;
    assert_true(event_choices_add(&list, STR("cycles,page-faults:u"), &f));
    assert_int_equal(list.n, 2);
    assert_string_equal(list.rows[1].name, "page-faults:u");
    assert_false(event_choices_add(&list, STR("no-such-pmu/event=1,umask=2/"), &f));
    assert_non_null(strstr(f.text, "no-such-pmu: this machine has no such counters"));
    event_choices_free(&list);
}

static void an_unknown_event_is_answered_with_the_nearest(void **state)
{
    struct fault f = {0};
    struct event_choice e;

    (void)state;
    assert_false(parse(&e, "page-fautls", &f));
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_non_null(strstr(f.text, "did you mean \"page-faults\"?"));
}

static void empty_and_endless_names_are_refused(void **state)
{
    struct event_choice e;
    char name[1000];

    (void)state;
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const char *const wrong[] = {"",
                                 "cycles,",
                                 ",cycles",
                                 "r",
                                 ":u",
                                 "/",
                                 "//",
                                 "a:",
                                 ":",
                                 "../x:y",
                                 "sched:../sched_switch",
                                 name};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct fault f = {0};
        assert_false(parse(&e, wrong[i], &f));
        assert_true(f.text[0] != '\0');
    }
}

static void every_listed_name_is_that_of_an_event(void **state)
{
    char name[EVENT_NAME_ROOM];
    struct event_choice e;
    size_t n = 0;

    (void)state;
    for (; event_listed(n, name); n++) {
        struct fault f = {0};
        assert_true(parse(&e, name, &f));
        assert_string_equal(e.name, name);
    }
    assert_true(n > 50);
    assert_false(event_listed(SIZE_MAX, name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_kernel),
        cmocka_unit_test(modifiers_say_who_is_counted_and_how_precisely),
        cmocka_unit_test(commas_part_events_but_not_the_terms_of_one),
        cmocka_unit_test(an_unknown_event_is_answered_with_the_nearest),
        cmocka_unit_test(every_listed_name_is_that_of_an_event),
        cmocka_unit_test(empty_and_endless_names_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
