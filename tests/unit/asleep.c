/* record/sleep/asleep: which threads wait, by records of switches. */
#include "record/sleep/asleep.h"

#include <linux/perf_event.h>
#include <string.h>

#include "unit.h"

enum { PREEMPTED = 1 << 14, WORDS = 5 };

/* {header, {pid, tid}, time, processor, identifier} */
static void see(struct asleep *a, uint16_t misc, uint32_t tid, uint64_t time_ns)
{
    const struct perf_event_header header = {PERF_RECORD_SWITCH, misc, 8 * WORDS};
    const uint32_t ids[2] = {7, tid};
    uint64_t words[WORDS] = {0, 0, time_ns, 1, 99};

    memcpy(&words[0], &header, sizeof header);
    memcpy(&words[1], ids, sizeof ids);
    asleep_add(a, words, WORDS);
}

static void leave(struct asleep *a, uint32_t tid, uint64_t time_ns)
{
    see(a, PERF_RECORD_MISC_SWITCH_OUT, tid, time_ns);
}

/* How many are handed out; *tid: the last. */
static size_t take_all(struct asleep *a, uint32_t *tid)
{
    const struct asleep_slot *s;
    size_t left = ASLEEP_SLOTS;
    size_t n = 0;

    for (; (s = asleep_take(a, &left)); n++) {
        assert_int_equal(s->pid, 7);
        *tid = s->tid;
    }
    return n;
}

static void each_wait_is_handed_out_once(void **state)
{
    struct asleep a;
    uint32_t tid = 0;

    (void)state;
    asleep_init(&a);
    assert_int_equal(take_all(&a, &tid), 0);
    leave(&a, 8, 100);
    assert_int_equal(take_all(&a, &tid), 1);
    assert_int_equal(tid, 8);
    assert_int_equal(take_all(&a, &tid), 0);
    see(&a, 0, 8, 200);
    assert_int_equal(take_all(&a, &tid), 0);
    leave(&a, 8, 300);
    leave(&a, 9, 300);
    assert_int_equal(take_all(&a, &tid), 2);
    asleep_free(&a);
}

static void what_came_back_or_lost_its_processor_does_not_wait(void **state)
{
    struct asleep a;
    uint32_t tid = 0;

    (void)state;
    asleep_init(&a);
    leave(&a, 8, 100);
    see(&a, 0, 8, 110);
    see(&a, PERF_RECORD_MISC_SWITCH_OUT | PREEMPTED, 9, 100);
    leave(&a, 0, 100); /* of an idle processor */
    assert_int_equal(take_all(&a, &tid), 0);
    asleep_free(&a);
}

static void records_of_processors_come_in_any_order(void **state)
{
    struct asleep a;
    uint32_t tid = 0;

    (void)state;
    asleep_init(&a);
    see(&a, 0, 8, 200);
    leave(&a, 8, 100);
    assert_int_equal(take_all(&a, &tid), 0);
    leave(&a, 8, 300);
    assert_int_equal(take_all(&a, &tid), 1);
    leave(&a, 8, 300); /* of another counter */
    assert_int_equal(take_all(&a, &tid), 0);
    asleep_free(&a);
}

static void threads_without_room_are_not_known(void **state)
{
    enum { MANY = 3 * ASLEEP_SLOTS };
    struct asleep a;
    uint32_t tid = 0;

    (void)state;
    asleep_init(&a);
    for (uint32_t i = 1; i <= MANY; i++)
        leave(&a, i, i);
    const size_t n = take_all(&a, &tid);
    assert_in_range(n, ASLEEP_SLOTS / 2, ASLEEP_SLOTS);
    for (uint32_t i = 1; i <= MANY; i++) /* those that were handed out make room */
        leave(&a, MANY + i, MANY + i);
    assert_in_range(take_all(&a, &tid), ASLEEP_SLOTS / 2, ASLEEP_SLOTS);
    asleep_free(&a);
}

static void other_records_and_empty_tables_are_passed_by(void **state)
{
    const struct perf_event_header header = {PERF_RECORD_COMM, PERF_RECORD_MISC_SWITCH_OUT,
                                             8 * WORDS};
    struct asleep a = {.slots = NULL};
    uint64_t words[WORDS] = {0, UINT64_C(8) << 32 | 7, 100, 1, 99};
    uint32_t tid = 0;

    (void)state;
    leave(&a, 8, 100);
    assert_int_equal(take_all(&a, &tid), 0);
    asleep_init(&a);
    memcpy(words, &header, sizeof header);
    asleep_add(&a, words, WORDS);
    assert_int_equal(take_all(&a, &tid), 0);
    asleep_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wait_is_handed_out_once),
        cmocka_unit_test(what_came_back_or_lost_its_processor_does_not_wait),
        cmocka_unit_test(records_of_processors_come_in_any_order),
        cmocka_unit_test(threads_without_room_are_not_known),
        cmocka_unit_test(other_records_and_empty_tables_are_passed_by),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
