/* model/profile: samples, their sums, and profiles made of parts. */
#include "model/profile.h"

#include "model/time/time_window.h"
#include "profiles.h"

static labels_id label_of(struct profile *p, struct str key, struct str value)
{
    struct label pair = {names_add(&p->names, key), names_add(&p->names, value)};

    return labels_add(&p->labels, &pair, 1);
}

static void equal_stacks_are_one_row(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;read", 3);
    add_sample(&p, "main", 1);
    add_sample(&p, "main;read", 4);
    assert_samples(&p, "main;read 7\nmain 1\n");
    assert_int_equal(p.columns[0].total, 8);
    assert_int_equal(p.n_merged, 1);
    profile_free(&p);
}

static void stacks_of_frames_that_become_one_do_as_well(void **state)
{
    struct profile p, all;
    struct frame rows[4];

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    profile_init(&all, 1, TIME_NONE);
    add_sample(&p, "main;f.a", 3);
    add_sample(&p, "main;f.b", 4);
    assert_int_equal(p.frames.n, 4);
    memcpy(rows, p.frames.rows, sizeof rows);
    rows[3] = rows[2];
    assert_true(profile_merge_as(&all, &p, rows));
    assert_samples(&all, "main;f.a 7\n");
    assert_int_equal(all.stacks.n, 3);
    profile_free(&p);
    profile_free(&all);
}

static void times_count_from_the_earliest_of_an_input(void **state)
{
    const struct time_window window = {.from_ns = 3, .to_ns = 5};
    const uint64_t times[] = {12, 10, NO_TIME, 15, 14};
    const bool in[] = {false, false, false, false, true};
    uint64_t value = 1;
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_POINTS);
    stack_id stack = stack_of(&p, "main");
    assert_true(profile_add_at(&p, (struct moment){7, STATE_RUNNING}, stack, 0, &value));
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        assert_true(profile_add_at(&p, (struct moment){times[i], STATE_RUNNING}, stack, 0, &value));
    profile_start_times(&p, 1);
    assert_int_equal(p.n_samples, 6);
    assert_int_equal(p.moments.at_ns[0], 7);
    for (uint32_t i = 1; i < p.n_samples; i++)
        assert_int_equal(time_window_has(&window, &p, i), in[i - 1]);
    profile_free(&p);
}

/* A wait of 8 from 2 on, a point at 9, a span of 3 from 12 on, a wait without end, and two points.
 */
static void what_lasts_is_cut_to_a_range(void **state)
{
    static const struct {
        struct moment moment;
        uint64_t value;
    } samples[] = {{{2, STATE_LOCK}, 8},
                   {{9, STATE_RUNNING}, 5},
                   {{12, STATE_RUNNING | STATE_LASTS}, 3},
                   {{14, STATE_WAITING}, UINT64_MAX / 2},
                   {{0, STATE_RUNNING}, 1},
                   {{NO_TIME, STATE_READY}, 7}};
    static const struct time_window windows[] = {
        {0, 2, false}, {2, 9, false}, {9, 13, false}, {13, 20, false}, {20, 100, false}};
    static const uint64_t cut[][6] = {{0, 0, 0, 0, 1}, {7}, {1, 5, 1}, {0, 0, 2, 6}, {0, 0, 0, 80}};
    enum { SAMPLES = sizeof samples / sizeof samples[0] };
    struct profile p;

    (void)state;
    profile_init(&p, 2, TIME_POINTS);
    p.columns[0].unit = names_add(&p.names, STR("ns"));
    p.columns[1].unit = names_add(&p.names, STR("samples"));
    stack_id stack = stack_of(&p, "main");
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const uint64_t values[] = {samples[i].value, 1};
        assert_true(profile_add_at(&p, samples[i].moment, stack, 0, values));
    }
    for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++) {
        const bool all[] = {true};
        struct profile kept;
        uint64_t sum = 0;
        uint32_t n = 0;
        for (uint32_t i = 0; i < SAMPLES; i++) {
            const bool has = time_window_has(&windows[w], &p, i);
            assert_int_equal(has, cut[w][i] > 0);
            assert_true(!has || time_window_value(&windows[w], &p, 0, i) == cut[w][i]);
            sum += cut[w][i];
            n += has;
        }
        profile_copy(&kept, &p);
        time_window_keep(&windows[w], &kept, all);
        assert_int_equal(kept.n_samples, n);
        assert_int_equal(kept.columns[0].total, sum);
        assert_int_equal(kept.columns[1].total, n);
        for (uint32_t i = 0; i < n; i++)
            assert_true(kept.moments.at_ns[i] >= windows[w].from_ns);
        profile_free(&kept);
    }
    profile_free(&p);
}

static void what_a_range_has_whole_keeps_its_digits(void **state)
{
    static const struct time_window whole = {0, UINT64_MAX, false};
    static const struct time_window half = {0, 50, false};
    uint64_t value = 10025; /* 100.25 */
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_POINTS);
    p.columns[0].unit = names_add(&p.names, STR("ns"));
    p.columns[0].scale = 2;
    assert_true(
        profile_add_at(&p, (struct moment){0, STATE_LOCK}, stack_of(&p, "main"), 0, &value));
    assert_int_equal(time_window_length(&p, 0), 100);
    assert_int_equal(time_window_value(&whole, &p, 0, 0), 10025);
    assert_int_equal(time_window_value(&half, &p, 0, 0), 5013);
    p.columns[0].unit = names_add(&p.names, STR("s"));
    assert_int_equal(time_window_length(&p, 0), UINT64_C(100250000000));
    assert_int_equal(time_window_value(&whole, &p, 0, 0), 10025);
    profile_free(&p);
}

static void states_keep_rows_apart_and_cost_nothing_before(void **state)
{
    const struct moment lock = {NO_TIME, STATE_LOCK};
    const struct moment guess = {NO_TIME, STATE_LOCK | STATE_GUESSED};
    struct profile p, copy;
    uint64_t value = 2;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    stack_id stack = stack_of(&p, "main");
    for (size_t i = 0; i < 2; i++)
        assert_true(profile_add(&p, stack, 0, &value));
    assert_null(p.moments.state);
    for (size_t i = 0; i < 2; i++) {
        assert_true(profile_add_at(&p, guess, stack, 0, &value));
        assert_true(profile_add_at(&p, lock, stack, 0, &value)); /* and the guess stays */
        assert_true(profile_add(&p, stack, 0, &value));
    }
    assert_int_equal(p.n_samples, 2);
    assert_int_equal(p.columns[0].values[0], 8);
    assert_int_equal(p.columns[0].values[1], 8);
    profile_init(&copy, 1, TIME_NONE);
    assert_true(profile_merge(&copy, &p));
    assert_int_equal(copy.n_samples, 2);
    assert_int_equal(moments_state(&copy.moments, 0), STATE_RUNNING);
    assert_int_equal(moments_state(&copy.moments, 1), STATE_LOCK | STATE_GUESSED);
    profile_free(&copy);
    profile_free(&p);
}

static void a_late_guess_makes_room_for_all_samples(void **state)
{
    enum { N = 1000, GUESSED = 3 };
    const struct moment guess = {NO_TIME, STATE_RUNNING | STATE_GUESSED};
    struct profile p, copy;
    uint64_t value = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (frame_id i = 1; i <= N; i++)
        assert_true(profile_add(&p, stacks_add(&p.stacks, 0, i), 0, &value));
    assert_true(profile_add_at(&p, guess, p.samples[GUESSED].stack, 0, &value));
    assert_int_equal(p.n_samples, N);
    profile_copy(&copy, &p);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(moments_state(&copy.moments, i), i == GUESSED ? STATE_GUESSED : 0);
    profile_free(&copy);
    profile_free(&p);
}

static void labels_keep_rows_apart(void **state)
{
    struct profile p;
    uint64_t value = 2;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    stack_id stack = stack_of(&p, "main");
    labels_id one = label_of(&p, STR("pid"), STR("1"));
    labels_id two = label_of(&p, STR("pid"), STR("2"));
    assert_true(profile_add(&p, stack, one, &value));
    assert_true(profile_add(&p, stack, two, &value));
    assert_true(profile_add(&p, stack, 0, &value));
    assert_true(profile_add(&p, stack, one, &value));
    assert_samples(&p, "main {pid=1} 4\nmain {pid=2} 2\nmain 2\n");
    profile_free(&p);
}

static void labelled_rows_survive_growth(void **state)
{
    enum { N = 20000 };
    struct profile p;
    uint64_t value = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    labels_id one = label_of(&p, STR("pid"), STR("1"));
    for (int round = 0; round < 2; round++)
        for (frame_id i = 1; i <= N; i++) {
            stack_id stack = stacks_add(&p.stacks, 0, i);
            assert_true(profile_add(&p, stack, one, &value));
        }
    assert_int_equal(p.n_samples, N);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(p.columns[0].values[i], 2);
    profile_free(&p);
}

/* One of three is left of many rows, and loses its label: what is added after that is found where
 * it is now. */
static void rows_are_found_after_others_were_taken_out(void **state)
{
    enum { N = 3000 };
    const bool keep[] = {false, true};
    struct profile p;
    struct profile copy;
    uint64_t value = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    labels_id one = label_of(&p, STR("pid"), STR("1"));
    for (int round = 0; round < 2; round++)
        for (frame_id i = 1; i <= N; i++)
            assert_true(profile_add(&p, stacks_add(&p.stacks, 0, i), i % 3 ? 0 : one, &value));
    time_window_keep(NULL, &p, keep);
    assert_int_equal(p.n_samples, N / 3);
    profile_forget_labels(&p);
    profile_copy(&copy, &p);
    for (frame_id i = N; i > 0; i--) {
        assert_true(profile_add(&p, stacks_add(&p.stacks, 0, i), 0, &value));
        assert_true(profile_add(&copy, stacks_add(&copy.stacks, 0, i), 0, &value));
    }
    for (uint32_t i = 0; i < N; i++) {
        assert_true(p.columns[0].values[i] == (i < N / 3 ? 3 : 1));
        assert_true(copy.columns[0].values[i] == p.columns[0].values[i]);
    }
    assert_true(p.n_samples == N && copy.n_samples == N);
    profile_free(&p);
    profile_free(&copy);
}

static void time_order_keeps_every_sample(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_ORDER);
    add_sample(&p, "a", 1);
    add_sample(&p, "a", 2);
    add_sample(&p, "b", 3);
    add_sample(&p, "a", 4);
    assert_samples(&p, "a 1\na 2\nb 3\na 4\n");
    assert_int_equal(p.columns[0].total, 10);
    profile_free(&p);
}

static void a_sample_that_weighs_nothing_is_kept(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;never", 0);
    assert_samples(&p, "main;never 0\n");
    profile_free(&p);
}

static void the_largest_sum_is_exact_and_one_more_is_refused(void **state)
{
    struct profile p;
    uint64_t one = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a", UINT64_MAX - 1);
    add_sample(&p, "b", 1);
    assert_false(profile_add(&p, stack_of(&p, "a"), 0, &one));
    assert_false(profile_add(&p, stack_of(&p, "new"), 0, &one));
    assert_samples(&p, "a 18446744073709551614\nb 1\n");
    assert_true(p.columns[0].total == UINT64_MAX);
    assert_int_equal(p.n_merged, 0);
    profile_free(&p);
}

static void a_sample_that_overflows_one_column_changes_none(void **state)
{
    const uint64_t first[] = {1, UINT64_MAX};
    const uint64_t second[] = {1, 1};
    struct profile p;

    (void)state;
    profile_init(&p, 2, TIME_NONE);
    assert_true(profile_add(&p, stack_of(&p, "a"), 0, first));
    assert_false(profile_add(&p, stack_of(&p, "a"), 0, second));
    assert_int_equal(p.columns[0].total, 1);
    assert_samples(&p, "a 1 18446744073709551615\n");
    profile_free(&p);
}

static void rescaling_keeps_what_values_mean(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a", 3);
    add_sample(&p, "b", 40);
    assert_true(profile_rescale(&p, 0, 2));
    assert_int_equal(p.columns[0].scale, 2);
    assert_int_equal(p.columns[0].total, 4300);
    add_sample(&p, "a", 25);
    assert_samples(&p, "a 3.25\nb 40\n");
    assert_true(profile_rescale(&p, 0, 1));
    assert_int_equal(p.columns[0].scale, 2);
    assert_int_equal(p.columns[0].total, 4325);
    profile_free(&p);
}

static void a_scale_that_does_not_fit_is_refused(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a", UINT64_MAX / 10);
    assert_false(profile_rescale(&p, 0, 2));
    assert_false(profile_rescale(&p, 0, PROFILE_SCALE_MAX + 1));
    assert_int_equal(p.columns[0].scale, 0);
    assert_true(p.columns[0].total == UINT64_MAX / 10);
    assert_true(profile_rescale(&p, 0, 1));
    assert_true(p.columns[0].values[0] == UINT64_MAX / 10 * 10);
    profile_free(&p);
}

/* Adds the i-th of a row of samples; some have labels, all from `fine` on digits after the point.
 */
static void add_nth(struct profile *p, uint32_t i, uint32_t fine)
{
    uint64_t seed = 88172645463325252u + i * 7919u;
    char text[] = "a;b;c;d";
    uint64_t value = i % 50;

    for (size_t k = 0; k < 8; k += 2)
        text[k] = (char)('a' + random_below(&seed, 5));
    labels_id labels = i % 3 ? 0 : label_of(p, STR("tid"), i % 2 ? STR("7") : STR("8"));
    if (i >= fine)
        assert_true(profile_rescale(p, 0, 3));
    for (unsigned scale = 0; scale < p->columns[0].scale; scale++)
        value *= 10;
    assert_true(profile_add(p, stack_of(p, text), labels, &value));
}

static void parts_merged_are_what_the_whole_is(void **state)
{
    enum { N = 3000, FINE = 2100 };
    const uint32_t ends[] = {700, 701, 2500, N};
    struct profile whole;
    struct profile merged;

    (void)state;
    profile_init(&whole, 1, TIME_NONE);
    profile_init(&merged, 1, TIME_NONE);
    for (uint32_t i = 0; i < N; i++)
        add_nth(&whole, i, FINE);
    for (uint32_t k = 0, i = 0; k < 4; k++) {
        struct profile part;
        profile_init(&part, 1, TIME_NONE);
        for (; i < ends[k]; i++)
            add_nth(&part, i, FINE);
        assert_true(profile_merge(&merged, &part));
        profile_free(&part);
    }
    assert_same_samples(&merged, &whole);
    assert_true(merged.columns[0].total == whole.columns[0].total);
    assert_int_equal(merged.columns[0].scale, whole.columns[0].scale);
    assert_int_equal(merged.stacks.n, whole.stacks.n);
    assert_int_equal(merged.frames.n, whole.frames.n);
    assert_int_equal(merged.n_samples + merged.n_merged, N);
    profile_free(&whole);
    profile_free(&merged);
}

static void merging_keeps_all_that_a_frame_knows(void **state)
{
    struct profile p;
    struct profile other;
    uint64_t value = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    profile_init(&other, 1, TIME_NONE);
    names_add(&p.names, STR("shift all ids"));
    struct frame row = {.offset = 0x40, .line = 12, .kind = KIND_GUEST};
    row.name = names_add(&other.names, STR("run"));
    row.module = names_add(&other.names, STR("libx.so"));
    row.build_id = names_add(&other.names, STR("abcd"));
    row.file = names_add(&other.names, STR("x.c"));
    stack_id stack = stacks_add(&other.stacks, 0, frames_add(&other.frames, &row));
    assert_true(profile_add(&other, stack, 0, &value));
    assert_true(profile_merge(&p, &other));
    struct frame got = p.frames.rows[p.stacks.rows[p.samples[0].stack].frame];
    assert_str(names_get(&p.names, got.name), "run");
    assert_str(names_get(&p.names, got.module), "libx.so");
    assert_str(names_get(&p.names, got.build_id), "abcd");
    assert_str(names_get(&p.names, got.file), "x.c");
    assert_int_equal(got.offset, 0x40);
    assert_int_equal(got.line, 12);
    assert_int_equal(got.kind, KIND_GUEST);
    profile_free(&p);
    profile_free(&other);
}

static void merging_brings_calls_to_one_scale(void **state)
{
    struct profile p;
    struct profile other;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    profile_init(&other, 1, TIME_NONE);
    p.calls.share = other.calls.share = CALLS_BY_COST;
    add_sample(&p, "a", 3);
    add_sample(&other, "a", 25);
    other.columns[0].scale = 1;
    frame_id frame = 1;
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, frame, frame), 0, 4));
    assert_true(calls_cost(&other.calls, calls_add(&other.calls, frame, frame), 0, 15));
    assert_true(profile_merge(&p, &other));
    assert_samples(&p, "a 5.5\n");
    assert_int_equal(calls_cost_of(&p.calls, 0, 0), 55);
    profile_free(&p);
    profile_free(&other);
}

static void merging_beyond_the_largest_sum_is_refused(void **state)
{
    struct profile p;
    struct profile other;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    profile_init(&other, 1, TIME_NONE);
    add_sample(&p, "a", UINT64_MAX - 5);
    add_sample(&other, "a", 5);
    add_sample(&other, "b", 1);
    assert_false(profile_merge(&p, &other));
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p.n_samples; i++)
        sum += p.columns[0].values[i];
    assert_true(sum == p.columns[0].total);
    profile_free(&p);
    profile_free(&other);
}

static void a_copy_grows_as_the_original_does(void **state)
{
    static const char *const stacks[] = {"main;read", "main;b;c", "main", "main;read;d"};
    struct profile p;
    struct profile copy;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;read", 3);
    add_sample(&p, "main;b;c", 4);
    p.samples[1].labels = label_of(&p, STR("pid"), STR("1"));
    uint32_t call = calls_add(&p.calls, 1, 2);
    assert_true(calls_cost(&p.calls, call, 0, 9));
    recording_info_comment(&p.info, names_add(&p.names, STR("a comment")));
    profile_copy(&copy, &p);
    for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++) {
        add_sample(&p, stacks[i], 10 + i);
        add_sample(&copy, stacks[i], 10 + i);
    }
    assert_samples(&p, "main;read 13\nmain;b;c {pid=1} 4\nmain;b;c 11\nmain 12\nmain;read;d 13\n");
    assert_samples(&copy,
                   "main;read 13\nmain;b;c {pid=1} 4\nmain;b;c 11\nmain 12\nmain;read;d 13\n");
    assert_int_equal(copy.stacks.n, p.stacks.n);
    assert_int_equal(copy.names.n, p.names.n);
    assert_int_equal(copy.samples[1].labels, p.samples[1].labels);
    assert_int_equal(label_of(&copy, STR("pid"), STR("1")), p.samples[1].labels);
    assert_int_equal(calls_add(&copy.calls, 1, 2), call);
    profile_free(&p);
    assert_true(calls_cost_of(&copy.calls, call, 0) == 9);
    assert_str(names_get(&copy.names, copy.info.comments[0]), "a comment");
    profile_free(&copy);
}

static void who_ended_a_wait_goes_with_it(void **state)
{
    const struct time_window window = {.from_ns = 2, .to_ns = 9};
    const bool keep[] = {true, true};
    uint64_t value = 1;
    struct profile p, all, copy;

    (void)state;
    profile_init(&p, 1, TIME_POINTS);
    const struct thread thread = {.name = names_add(&p.names, STR("writer"))};
    for (uint64_t at_ns = 1; at_ns < 5; at_ns++)
        assert_true(profile_add_at(&p, (struct moment){at_ns, STATE_WAITING}, stack_of(&p, "main"),
                                   0, &value));
    const struct waker waker = {threads_add(&p.labels.threads, &thread),
                                stack_of(&p, "main;commit")};
    moments_set_waker(&p.moments, 1, waker);
    time_window_keep(&window, &p, keep);
    profile_init(&all, 1, TIME_POINTS);
    add_sample(&all, "other;commit;main", 1);
    assert_true(profile_merge(&all, &p));
    profile_copy(&copy, &all);
    for (uint32_t i = 0; i < copy.n_samples; i++) {
        const struct waker own = moments_waker(&copy.moments, i);
        const struct str name = names_get(&copy.names, copy.labels.threads.rows[own.thread].name);
        assert_str(name, i == 1 ? "writer" : "");
        assert_int_equal(own.stack, i == 1 ? stack_of(&copy, "main;commit") : 0);
    }
    profile_free(&p);
    profile_free(&all);
    profile_free(&copy);
}

static void a_waker_is_forgotten_whole_and_none_is_inherited(void **state)
{
    const struct time_window window = {.from_ns = 0, .to_ns = 2};
    const bool keep[] = {true};
    uint64_t value = 1;
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_POINTS);
    const stack_id stack = stack_of(&p, "main");
    for (uint64_t at_ns = 0; at_ns < 4; at_ns++)
        assert_true(profile_add_at(&p, (struct moment){at_ns, STATE_WAITING}, stack, 0, &value));
    moments_set_waker(&p.moments, 0, (struct waker){0, stack});
    moments_set_waker(&p.moments, 0, (struct waker){0, 0});
    assert_int_equal(moments_waker(&p.moments, 0).stack, 0);
    moments_set_waker(&p.moments, 3, (struct waker){0, stack});
    time_window_keep(&window, &p, keep);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(moments_waker(&p.moments, i).stack, 0);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_stacks_are_one_row),
        cmocka_unit_test(stacks_of_frames_that_become_one_do_as_well),
        cmocka_unit_test(times_count_from_the_earliest_of_an_input),
        cmocka_unit_test(who_ended_a_wait_goes_with_it),
        cmocka_unit_test(a_waker_is_forgotten_whole_and_none_is_inherited),
        cmocka_unit_test(what_lasts_is_cut_to_a_range),
        cmocka_unit_test(what_a_range_has_whole_keeps_its_digits),
        cmocka_unit_test(states_keep_rows_apart_and_cost_nothing_before),
        cmocka_unit_test(a_late_guess_makes_room_for_all_samples),
        cmocka_unit_test(labels_keep_rows_apart),
        cmocka_unit_test(labelled_rows_survive_growth),
        cmocka_unit_test(rows_are_found_after_others_were_taken_out),
        cmocka_unit_test(time_order_keeps_every_sample),
        cmocka_unit_test(a_sample_that_weighs_nothing_is_kept),
        cmocka_unit_test(the_largest_sum_is_exact_and_one_more_is_refused),
        cmocka_unit_test(a_sample_that_overflows_one_column_changes_none),
        cmocka_unit_test(rescaling_keeps_what_values_mean),
        cmocka_unit_test(a_scale_that_does_not_fit_is_refused),
        cmocka_unit_test(parts_merged_are_what_the_whole_is),
        cmocka_unit_test(merging_keeps_all_that_a_frame_knows),
        cmocka_unit_test(merging_brings_calls_to_one_scale),
        cmocka_unit_test(merging_beyond_the_largest_sum_is_refused),
        cmocka_unit_test(a_copy_grows_as_the_original_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
