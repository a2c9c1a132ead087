/* model/rename: frames under other names, and nothing of the old ones. */
#include "model/rename.h"

#include "profiles.h"

/* Calls each frame by the first byte of its name, and its mark. */
static void rename_to_first(struct profile *to, const struct profile *from)
{
    name_id *by_frame = mem_alloc(from->frames.n, sizeof *by_frame);
    struct names names;
    struct buf text = {0};

    names_init(&names);
    for (frame_id i = 1; i < from->frames.n; i++) {
        struct str raw = names_get(&from->names, from->frames.rows[i].name);
        buf_clear(&text);
        buf_add(&text, str_from_to(raw, 0, 1));
        buf_add(&text, str_of(kind_mark(from->frames.rows[i].kind)));
        by_frame[i] = names_add(&names, buf_str(&text));
    }
    profile_rename(to, from, &names, by_frame);
    buf_free(&text);
    names_free(&names);
    mem_free(by_frame, from->frames.n, sizeof *by_frame);
}

static void frames_that_become_equal_under_one_caller_are_one(void **state)
{
    struct profile p;
    struct profile renamed;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;ab;x", 1);
    add_sample(&p, "main;ac;x", 2);
    add_sample(&p, "main;ac_[k];x", 4);
    add_sample(&p, "more;ad;y", 8);
    rename_to_first(&renamed, &p);
    assert_samples(&renamed, "m;a;x 3\nm;a_[k];x 4\nm;a;y 8\n");
    assert_true(renamed.columns[0].total == 15);
    assert_int_equal(renamed.stacks.n, 1 + 1 + 2 + 3);
    profile_free(&renamed);
    profile_free(&p);
}

static void no_old_name_stays(void **state)
{
    struct profile p;
    struct profile renamed;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "secret;password", 1);
    names_add(&p.names, STR("secret of no stack"));
    rename_to_first(&renamed, &p);
    for (name_id i = 0; i < renamed.names.n; i++)
        assert_true(names_get(&renamed.names, i).n < 2);
    profile_free(&renamed);
    profile_free(&p);
}

static void who_ended_a_wait_stays_and_its_thread_goes_with_the_labels(void **state)
{
    const uint64_t value = 1;
    struct profile p;
    struct profile renamed;

    (void)state;
    profile_init(&p, 1, TIME_POINTS);
    const struct thread thread = {.name = names_add(&p.names, STR("w"))};
    assert_true(
        profile_add_at(&p, (struct moment){1, STATE_WAITING}, stack_of(&p, "main"), 0, &value));
    const struct waker waker = {threads_add(&p.labels.threads, &thread), stack_of(&p, "ab;cd")};
    moments_set_waker(&p.moments, 0, waker);
    rename_to_first(&renamed, &p);
    assert_int_equal(moments_waker(&renamed.moments, 0).stack, stack_of(&renamed, "a;c"));
    assert_true(moments_waker(&renamed.moments, 0).thread != 0);
    profile_forget_labels(&renamed);
    assert_int_equal(moments_waker(&renamed.moments, 0).stack, stack_of(&renamed, "a;c"));
    assert_int_equal(moments_waker(&renamed.moments, 0).thread, 0);
    profile_free(&renamed);
    profile_free(&p);
}

static void time_order_columns_and_labels_stay(void **state)
{
    const uint64_t values[] = {15, 2};
    struct profile p;
    struct profile renamed;

    (void)state;
    profile_init(&p, 2, TIME_ORDER);
    p.columns[0].unit = names_add(&p.names, STR("ms"));
    p.columns[0].scale = 1;
    p.columns[1].name = names_add(&p.names, STR("calls"));
    struct label label = {names_add(&p.names, STR("pid")), names_add(&p.names, STR("7"))};
    labels_id labels = labels_add(&p.labels, &label, 1);
    assert_true(profile_add(&p, stack_of(&p, "read"), labels, values));
    assert_true(profile_add(&p, stack_of(&p, "write"), 0, values));
    assert_true(profile_add(&p, stack_of(&p, "read"), 0, values));
    rename_to_first(&renamed, &p);
    assert_int_equal(renamed.moments.kind, TIME_ORDER);
    assert_samples(&renamed, "r {pid=7} 1.5 2\nw 1.5 2\nr 1.5 2\n");
    assert_str(names_get(&renamed.names, renamed.columns[0].unit), "ms");
    assert_str(names_get(&renamed.names, renamed.columns[1].name), "calls");
    profile_free(&renamed);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_that_become_equal_under_one_caller_are_one),
        cmocka_unit_test(no_old_name_stays),
        cmocka_unit_test(who_ended_a_wait_stays_and_its_thread_goes_with_the_labels),
        cmocka_unit_test(time_order_columns_and_labels_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
