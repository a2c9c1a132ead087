/* model/shown: one reading becomes the profiles of two. */
#include "model/shown.h"

#include "profiles.h"

static frame_id add_frame(struct profile *p, const char *name, const char *module,
                          const char *shown)
{
    struct buf room = {0};
    const struct frame row = {.name = names_add(&p->names, str_of(name)),
                              .module = names_add(&p->names, str_of(module)),
                              .shown = *shown ? shown_add(&p->names, str_of(shown), &room) : 0};

    buf_free(&room);
    return frames_add(&p->frames, &row);
}

static void add(struct profile *p, uint64_t time_ns, frame_id frame, uint64_t value)
{
    assert_true(profile_add_at(p, (struct moment){time_ns, STATE_RUNNING},
                               stacks_add(&p->stacks, 0, frame), 0, &value));
}

/* Two functions that are one in pictures, and one that has but one name. */
static void build(struct profile *p, bool timed)
{
    profile_init(p, 1, TIME_NONE);
    p->moments.kind = timed ? TIME_POINTS : TIME_NONE;
    frame_id one = add_frame(p, "f(int)", "a.so", "f");
    frame_id other = add_frame(p, "f(char)", "b.so", "f");
    frame_id plain = add_frame(p, "main", "a.so", "");
    add(p, 10, one, 1);
    add(p, 20, plain, 2);
    add(p, 30, other, 4);
    add(p, 40, one, 8);
}

static void pictures_merge_what_they_show_alike(void **state)
{
    struct profile p;
    struct profile shown;

    (void)state;
    build(&p, true);
    shown_profile(&shown, &p, TIME_NONE);
    assert_samples(&shown, "f 13\nmain 2\n");
    assert_int_equal(shown.frames.n, 1 + 2);
    assert_int_equal(shown.frames.rows[1].module, 0);
    assert_int_equal(shown.n_merged, 2);
    assert_int_equal(shown.moments.kind, TIME_NONE);
    for (name_id i = 1; i < shown.names.n; i++)
        assert_int_equal(str_find(names_get(&shown.names, i), 0, STR("(")),
                         names_get(&shown.names, i).n);
    profile_free(&shown);
    profile_free(&p);
}

static void times_stay_where_they_are_wanted(void **state)
{
    struct profile p;
    struct profile shown;

    (void)state;
    build(&p, true);
    shown_profile(&shown, &p, TIME_POINTS);
    assert_int_equal(shown.moments.kind, TIME_POINTS);
    assert_int_equal(shown.n_samples, 4);
    assert_int_equal(shown.moments.at_ns[3], 40);
    profile_free(&shown);
    profile_free(&p);
}

static void whole_samples_lose_the_other_name_and_nothing_else(void **state)
{
    struct profile p;
    struct profile whole;

    (void)state;
    build(&p, true);
    shown_left_out(&whole, &p, TIME_NONE);
    assert_samples(&whole, "f(int) 9\nmain 2\nf(char) 4\n");
    for (frame_id i = 1; i < whole.frames.n; i++) {
        assert_int_equal(whole.frames.rows[i].shown, 0);
        assert_int_not_equal(whole.frames.rows[i].module, 0);
    }
    assert_false(shown_leave_out(&p, TIME_NONE)); /* samples become equal */
    assert_true(shown_leave_out(&p, TIME_POINTS));
    assert_int_equal(p.frames.rows[1].shown, 0);
    profile_free(&whole);
    profile_free(&p);
}

static void rows_that_differ_in_what_is_shown_alone_become_one(void **state)
{
    struct profile p;
    struct profile whole;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add(&p, 0, add_frame(&p, "f", "a.so", "a.so`f"), 1);
    assert_false(p.frames.doubled);
    add(&p, 0, add_frame(&p, "f", "a.so", "f"), 2);
    assert_true(p.frames.doubled);
    assert_int_equal(p.frames.n, 1 + 2);
    assert_false(shown_leave_out(&p, TIME_NONE));
    shown_left_out(&whole, &p, TIME_NONE);
    assert_samples(&whole, "f 3\n");
    profile_free(&whole);
    profile_free(&p);
}

static void a_name_that_is_shown_is_none_of_the_others(void **state)
{
    struct names names;
    struct buf room = {0};

    (void)state;
    names_init(&names);
    name_id name = names_add(&names, STR("f"));
    name_id shown = shown_add(&names, STR("f"), &room);
    assert_int_not_equal(shown, name);
    assert_int_equal(shown_add(&names, STR("f"), &room), shown);
    assert_true(str_equal(shown_text(&names, shown), STR("f")));
    buf_free(&room);
    names_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_merge_what_they_show_alike),
        cmocka_unit_test(times_stay_where_they_are_wanted),
        cmocka_unit_test(whole_samples_lose_the_other_name_and_nothing_else),
        cmocka_unit_test(rows_that_differ_in_what_is_shown_alone_become_one),
        cmocka_unit_test(a_name_that_is_shown_is_none_of_the_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
