/* model/snapshots: snapshots of memory, and what readers know of them. */
#include "model/snapshots.h"

#include "input/formats.h"
#include "input/input.h"
#include "model/canonical_order.h"
#include "profiles.h"

/* ---- the model */

static labels_id add_in(struct profile *p, uint64_t number, const char *time, bool is_peak)
{
    const struct snapshot snapshot = {.number = number,
                                      .clock = SNAPSHOT_ELAPSED,
                                      .at = number,
                                      .unit = names_add(&p->names, STR("ms")),
                                      .time = names_add(&p->names, str_of(time)),
                                      .is_peak = is_peak};
    const struct subject of = {0, snapshots_add(&p->labels.snapshots, &snapshot)};
    struct label pair = {names_add(&p->names, STR("time")), names_add(&p->names, str_of(time))};
    labels_id id = labels_add_of(&p->labels, of, &pair, 1);
    uint64_t value = 1;

    assert_true(profile_add(p, stack_of(p, "main"), id, &value));
    return id;
}

static const struct snapshot *snapshot_of(const struct profile *p, uint32_t sample)
{
    return &p->labels.snapshots.rows[labels_snapshot(&p->labels, p->samples[sample].labels)];
}

static void a_snapshot_is_stored_once_and_costs_nothing_before(void **state)
{
    struct profile p;
    uint64_t value = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    struct label pair = {names_add(&p.names, STR("tid")), names_add(&p.names, STR("7"))};
    labels_id without = labels_add(&p.labels, &pair, 1);
    assert_true(profile_add(&p, stack_of(&p, "main"), without, &value));
    assert_null(p.labels.snapshot);
    assert_null(p.labels.snapshots.rows);
    labels_id first = add_in(&p, 1, "1 ms", false);
    labels_id second = add_in(&p, 2, "2 ms", true);
    assert_int_not_equal(first, second);
    assert_int_equal(add_in(&p, 1, "1 ms", false), first);
    assert_int_equal(p.labels.snapshots.n, 3);
    assert_int_equal(labels_snapshot(&p.labels, without), 0);
    assert_int_equal(labels_snapshot(&p.labels, first), 1);
    assert_int_equal(labels_snapshot(&p.labels, second), 2);
    assert_true(snapshots_have_peak(&p.labels.snapshots));
    profile_free(&p);
}

static void equal_labels_in_and_out_of_a_snapshot_stay_apart(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    labels_id in = add_in(&p, 1, "1 ms", false);
    struct label pair = {names_add(&p.names, STR("time")), names_add(&p.names, STR("1 ms"))};
    struct label more = {names_add(&p.names, STR("file")), names_add(&p.names, STR("a"))};
    assert_int_not_equal(labels_add(&p.labels, &pair, 1), in);
    assert_int_equal(labels_snapshot(&p.labels, labels_with(&p.labels, in, &more, 1)), 1);
    profile_free(&p);
}

static void many_snapshots_are_found_again(void **state)
{
    struct snapshots s = {0};

    (void)state;
    for (unsigned pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < 1000; i++) {
            const struct snapshot snapshot = {.number = i / 2, .is_last = i % 2};
            assert_int_equal(snapshots_add(&s, &snapshot), i + 1);
        }
    assert_false(snapshots_have_peak(&s));
    snapshots_free(&s);
}

static void snapshots_that_differ_in_one_thing_are_two(void **state)
{
    const struct snapshot one = {.number = 1, .clock = SNAPSHOT_ELAPSED, .at = 5};
    struct snapshot others[] = {one, one, one, one, one, one, one, one};
    enum { OTHERS = sizeof others / sizeof others[0] };
    struct snapshots s = {0};

    (void)state;
    others[0].number = 2;
    others[1].clock = SNAPSHOT_NO_CLOCK;
    others[2].at = 6;
    others[3].scale = 1;
    others[4].unit = 1;
    others[5].time = 1;
    others[6].is_peak = true;
    others[7].is_last = true;
    assert_int_equal(snapshots_add(&s, &one), 1);
    for (size_t i = 0; i < OTHERS; i++)
        assert_int_equal(snapshots_add(&s, &others[i]), i + 2);
    assert_int_equal(snapshots_add(&s, &one), 1);
    snapshots_free(&s);
}

static void copies_and_orders_keep_snapshots(void **state)
{
    struct profile p, copy, ordered;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_in(&p, 7, "7 ms", false);
    add_in(&p, 8, "8 ms", true);
    profile_copy(&copy, &p);
    profile_canonical(&ordered, &p);
    profile_free(&p);
    for (uint32_t i = 0; i < 2; i++) {
        const struct profile *q = i ? &ordered : &copy;
        assert_int_equal(snapshot_of(q, 0)->number, 7);
        assert_int_equal(snapshot_of(q, 1)->number, 8);
        assert_true(snapshot_of(q, 1)->is_peak);
        assert_str(names_get(&q->names, snapshot_of(q, 1)->time), "8 ms");
        assert_str(names_get(&q->names, snapshot_of(q, 1)->unit), "ms");
    }
    profile_free(&copy);
    profile_free(&ordered);
}

/* Number 1 is at the same time in both, number 2 is not. */
static void equal_snapshots_of_two_inputs_become_one_others_stay_apart(void **state)
{
    struct profile p, other;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    profile_init(&other, 1, TIME_NONE);
    names_add(&other.names, STR("of other ids"));
    add_in(&p, 1, "1 ms", false);
    add_in(&p, 2, "2 ms", true);
    add_in(&other, 1, "1 ms", false);
    add_in(&other, 2, "3 ms", true);
    assert_true(profile_merge(&p, &other));
    assert_int_equal(p.labels.snapshots.n, 4);
    assert_int_equal(p.n_samples, 3);
    assert_int_equal(p.columns[0].values[0], 2);
    assert_int_equal(snapshot_of(&p, 2)->number, 2);
    assert_str(names_get(&p.names, snapshot_of(&p, 2)->time), "3 ms");
    profile_free(&other);
    profile_free(&p);
}

/* ---- readers */

#define GOLDEN(name, folder) .path = "golden/" folder "/input." name, .format = name

/* An input, how many snapshots it has, and what one of them is. */
static const struct {
    const char *path, *format;
    uint32_t n, at; /* from 0 */
    uint64_t number;
    enum snapshot_clock clock;
    uint64_t time;
    unsigned scale;
    const char *unit, *text;
    bool is_peak, is_last;
} inputs[] = {
    {GOLDEN("massif", "massif-recorded"), 8, 0, 0, SNAPSHOT_ELAPSED, 0, 0, "B", "0 B", false,
     false},
    {GOLDEN("massif", "massif-recorded"), 8, 3, 3, SNAPSHOT_ELAPSED, 83984, 0, "B", "83984 B", true,
     false},
    {GOLDEN("massif", "massif-stacks"), 6, 5, 5, SNAPSHOT_ELAPSED, 308224, 0, "i", "308224 i",
     false, true},
    {GOLDEN("massif", "massif-header-behind"), 2, 0, 3, SNAPSHOT_ELAPSED, 543, 3, "s", "0.543 s",
     true, false},
    {GOLDEN("heaptrack", "heaptrack-recorded"), 2, 0, 0, SNAPSHOT_ELAPSED, 0, 0, "ms", "0 ms", true,
     false},
    {GOLDEN("heaptrack", "heaptrack-recorded"), 2, 1, 1, SNAPSHOT_ELAPSED, 3, 0, "ms", "3 ms",
     false, true},
    {GOLDEN("memleak", "memleak-reports"), 2, 1, 1, SNAPSHOT_TIME_OF_DAY, 33005, 0, "", "09:10:05",
     false, true},
    {GOLDEN("memleak", "memleak-mallocstacks"), 1, 0, 0, SNAPSHOT_NO_CLOCK, 0, 0, "", "", false,
     true},
    {GOLDEN("callgrind", "callgrind-recorded")},
};

static void read_one(size_t i, struct profile *p)
{
    struct input_report report;
    struct fault f = {0};
    const struct input_file file = {.path = inputs[i].path};
    const struct ask ask = {.format = input_find(str_of(inputs[i].format), &f),
                            .limits = limits_usual(),
                            .all_snapshots = true,
                            .max_bad = UINT64_MAX};

    profile_init(p, 1, TIME_NONE);
    if (!input_read(&file, &ask, p, &report, &f))
        fail_msg("%s: %s", inputs[i].path, f.text);
}

static void readers_tell_their_snapshots(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct profile p;
        read_one(i, &p);
        print_message("%s, %u\n", inputs[i].path, (unsigned)inputs[i].at);
        assert_int_equal(p.labels.snapshots.n, inputs[i].n ? inputs[i].n + 1 : 0);
        if (inputs[i].n) {
            const struct snapshot *s = &p.labels.snapshots.rows[inputs[i].at + 1];
            assert_int_equal(s->number, inputs[i].number);
            assert_int_equal(s->clock, inputs[i].clock);
            assert_int_equal(s->at, inputs[i].time);
            assert_int_equal(s->scale, inputs[i].scale);
            assert_str(names_get(&p.names, s->unit), inputs[i].unit);
            assert_str(names_get(&p.names, s->time), inputs[i].text);
            assert_int_equal(s->is_peak, inputs[i].is_peak);
            assert_int_equal(s->is_last, inputs[i].is_last);
        }
        profile_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_is_stored_once_and_costs_nothing_before),
        cmocka_unit_test(equal_labels_in_and_out_of_a_snapshot_stay_apart),
        cmocka_unit_test(many_snapshots_are_found_again),
        cmocka_unit_test(snapshots_that_differ_in_one_thing_are_two),
        cmocka_unit_test(copies_and_orders_keep_snapshots),
        cmocka_unit_test(equal_snapshots_of_two_inputs_become_one_others_stay_apart),
        cmocka_unit_test(readers_tell_their_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
