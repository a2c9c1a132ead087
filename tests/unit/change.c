/* model/compare/change: profiles made from profiles. */
#include "model/compare/change.h"

#include "base/mem.h"

#include "profiles.h"

/* The frame of the name has these marks; for more than one, marks are set one after another. */
struct stack_mark {
    const char *name;
    unsigned char bits;
};

/* Adds the lines "main;read 3|main 2" as samples. */
static void fill(struct profile *p, const char *lines)
{
    struct str rest = str_of(lines);
    struct str line;

    while (rest.n && take_field(&rest, '|', &line)) {
        char stack[256];
        uint64_t value = 0;
        size_t end = line.n;
        while (line.p[end - 1] != ' ')
            end--;
        assert_true(parse_u64(str_from_to(line, end, line.n), &value));
        memcpy(stack, line.p, end - 1);
        stack[end - 1] = '\0';
        add_sample(p, stack, value);
        if (!rest.p)
            break;
    }
}

static void apply(struct profile *to, const struct profile *from, const struct stack_mark *marks,
                  struct change change)
{
    unsigned char *bits = mem_alloc(from->frames.n, 1);

    for (; marks->name; marks++)
        for (frame_id i = 1; i < from->frames.n; i++)
            if (str_equal(names_get(&from->names, from->frames.rows[i].name), str_of(marks->name)))
                bits[i] |= marks->bits;
    change.marks = bits;
    change_apply(to, from, &change);
    mem_free(bits, from->frames.n, 1);
}

/* Marks m and n have the bits, the frames of all other names none. */
static void assert_change(const char *before, unsigned char bits, struct change change,
                          const char *after)
{
    const struct stack_mark marks[] = {{"m", bits}, {"n", bits}, {NULL, 0}};
    struct profile from;
    struct profile to;

    profile_init(&from, 1, TIME_NONE);
    fill(&from, before);
    apply(&to, &from, marks, change);
    assert_samples(&to, after);
    profile_free(&from);
    profile_free(&to);
}

static const struct change nothing;

static void no_mark_changes_nothing(void **state)
{
    (void)state;
    assert_change("a;b 1|a 2|a;b;c 0", 0, nothing, "a;b 1\na 2\na;b;c 0\n");
}

static void hiding_drops_frames_and_keeps_weight(void **state)
{
    (void)state;
    assert_change("a;m;b 1|a;b 2|m;a 3|a;m;n 4|a;m;m;b;n 8", CHANGE_DROP_FRAME, nothing,
                  "a;b 11\na 7\n");
}

static void ends_go_where_a_stack_ends_with_them(void **state)
{
    uint64_t dropped = 0;
    unsigned char ends[5] = {0};
    struct profile from;
    struct profile to;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    fill(&from, "a;m;n 1|a;m;b 2|m;n 4|n;a;n 8|a;b;m;b 16|a 32");
    for (frame_id i = 1; i < from.frames.n; i++) {
        struct str name = names_get(&from.names, from.frames.rows[i].name);
        ends[i] = str_equal(name, STR("m")) || str_equal(name, STR("n"));
    }
    apply(&to, &from, &(struct stack_mark){NULL, 0},
          (struct change){.ends = ends, .dropped = &dropped});
    assert_samples(&to, "a 33\na;m;b 2\nn;a 8\na;b;m;b 16\n");
    assert_int_equal(dropped, 1);
    profile_free(&to);
    apply(&to, &from, (struct stack_mark[]){{"m", CHANGE_CUT_CALLEES}, {NULL, 0}},
          (struct change){.ends = ends});
    assert_samples(&to, "a 35\nn;a 8\na;b 16\n");
    profile_free(&to);
    profile_free(&from);
}

static void a_stack_of_which_nothing_is_left_is_dropped_and_counted(void **state)
{
    uint64_t dropped = 0;

    (void)state;
    assert_change("m;n 1|m 2|a 4", CHANGE_DROP_FRAME, (struct change){.dropped = &dropped},
                  "a 4\n");
    assert_int_equal(dropped, 2);
}

static void ignoring_drops_whole_stacks(void **state)
{
    uint64_t dropped = 0;

    (void)state;
    assert_change("a;m;b 1|a;b 2|m 4|a;b;n 8", CHANGE_DROP_STACK,
                  (struct change){.dropped = &dropped}, "a;b 2\n");
    assert_int_equal(dropped, 3);
}

static void focus_keeps_stacks_that_hold_the_frame(void **state)
{
    uint64_t dropped = 0;

    (void)state;
    assert_change("a;m;b 1|a;b 2|m 4|a 8|b;n 16", CHANGE_KEEP_STACK,
                  (struct change){.need_keep = true, .dropped = &dropped},
                  "a;m;b 1\nm 4\nb;n 16\n");
    assert_int_equal(dropped, 2);
}

static void ignoring_wins_over_focus(void **state)
{
    const struct stack_mark marks[] = {
        {"m", CHANGE_KEEP_STACK}, {"x", CHANGE_DROP_STACK}, {NULL, 0}};
    struct profile from;
    struct profile to;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    fill(&from, "a;m 1|a;m;x 2|x;m 4|b 8");
    apply(&to, &from, marks, (struct change){.need_keep = true});
    assert_samples(&to, "a;m 1\n");
    profile_free(&from);
    profile_free(&to);
}

static void skipping_callers_begins_at_the_last_such_frame(void **state)
{
    (void)state;
    assert_change("a;m;b 1|a;b 2|m;x;m;c 4|a;m;b;n 8", CHANGE_CUT_CALLERS, nothing,
                  "m;b 1\na;b 2\nm;c 4\nn 8\n");
}

static void a_base_that_is_missing_drops_the_stack(void **state)
{
    uint64_t dropped = 0;

    (void)state;
    assert_change("a;m;b 1|a;b 2|x;m;b 4", CHANGE_BASE,
                  (struct change){.need_base = true, .dropped = &dropped}, "m;b 5\n");
    assert_int_equal(dropped, 1);
}

static void pruning_ends_at_the_last_such_frame(void **state)
{
    (void)state;
    assert_change("a;m;b 1|a;b 2|a;m;c;n;d 4|a;m 8", CHANGE_CUT_CALLEES, nothing,
                  "a;m 9\na;b 2\na;m;c;n 4\n");
}

static void showing_from_begins_at_the_first_such_frame(void **state)
{
    uint64_t dropped = 0;

    (void)state;
    assert_change("a;m;b;n;c 1|a;b 2|m;x 4|a;m 8", CHANGE_FROM_HERE,
                  (struct change){.need_from = true, .dropped = &dropped},
                  "m;b;n;c 1\nm;x 4\nm 8\n");
    assert_int_equal(dropped, 1);
}

static void repeated_frames_become_one(void **state)
{
    (void)state;
    assert_change("a;a;b;b;b;a 1|a;b;a 2|a;a 4", 0, (struct change){.merge_recursive = true},
                  "a;b;a 3\na 4\n");
}

static void frames_that_meet_when_one_is_hidden_are_merged(void **state)
{
    (void)state;
    assert_change("a;m;a;b 1|a;b 2", CHANGE_DROP_FRAME, (struct change){.merge_recursive = true},
                  "a;b 3\n");
}

static void frames_below_a_separator_are_wakers(void **state)
{
    struct profile from;
    struct profile to;
    const struct stack_mark marks[] = {{"--", CHANGE_SEPARATOR}, {NULL, 0}};

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    fill(&from, "a;b;--;a;c_[w];--;d 1|a;b 2");
    apply(&to, &from, marks, nothing);
    assert_samples(&to, "a;b;--;a_[w];c_[w];--;d_[w] 1\na;b 2\n");
    stack_id leaf = to.samples[0].stack;
    assert_int_equal(to.frames.rows[to.stacks.rows[leaf].frame].kind, KIND_WAKER);
    profile_free(&from);
    profile_free(&to);
}

static void a_waker_may_have_a_name_of_any_length(void **state)
{
    enum { LONG = 100000 };
    struct profile from;
    struct profile to;
    char *name = mem_alloc(LONG + 1, 1);
    uint64_t value = 1;
    const struct stack_mark marks[] = {{"--", CHANGE_SEPARATOR}, {NULL, 0}};

    (void)state;
    memset(name, 'x', LONG);
    profile_init(&from, 1, TIME_NONE);
    stack_id stack = stack_of(&from, "--");
    name_id id = names_add(&from.names, (struct str){name, LONG});
    stack = stacks_add(&from.stacks, stack, frames_add_named(&from.frames, &from.names, id));
    assert_true(profile_add(&from, stack, 0, &value));
    apply(&to, &from, marks, nothing);
    struct frame row = to.frames.rows[to.stacks.rows[to.samples[0].stack].frame];
    assert_int_equal(row.kind, KIND_WAKER);
    assert_int_equal(names_get(&to.names, row.name).n, LONG + 4);
    mem_free(name, LONG + 1, 1);
    profile_free(&from);
    profile_free(&to);
}

static void labels_columns_and_units_are_kept(void **state)
{
    const uint64_t values[] = {3, 450};
    const struct stack_mark marks[] = {{"m", CHANGE_DROP_FRAME}, {NULL, 0}};
    struct profile from;
    struct profile to;

    (void)state;
    profile_init(&from, 2, TIME_NONE);
    from.columns[0].name = names_add(&from.names, STR("samples"));
    from.columns[1].unit = names_add(&from.names, STR("ms"));
    assert_true(profile_rescale(&from, 1, 2));
    struct label pair = {names_add(&from.names, STR("pid")), names_add(&from.names, STR("7"))};
    labels_id labels = labels_add(&from.labels, &pair, 1);
    assert_true(profile_add(&from, stack_of(&from, "a;m;b"), labels, values));
    apply(&to, &from, marks, nothing);
    assert_samples(&to, "a;b {pid=7} 3 4.5\n");
    assert_str(names_get(&to.names, to.columns[0].name), "samples");
    assert_str(names_get(&to.names, to.columns[1].unit), "ms");
    profile_free(&from);
    profile_free(&to);
}

static void all_marks_together_lose_nothing_uncounted(void **state)
{
    struct profile from;
    struct profile to;
    uint64_t dropped = 0;
    const struct stack_mark marks[] = {{"a", CHANGE_DROP_FRAME},  {"b", CHANGE_DROP_STACK},
                                       {"c", CHANGE_CUT_CALLERS}, {"d", CHANGE_CUT_CALLEES},
                                       {"e", CHANGE_SEPARATOR},   {"f", CHANGE_KEEP_STACK},
                                       {"g", CHANGE_FROM_HERE},   {NULL, 0}};

    (void)state;
    profile_init(&from, 1, TIME_ORDER);
    add_random_samples(&from, 1234567, 5000);
    apply(&to, &from, marks, (struct change){.merge_recursive = true, .dropped = &dropped});
    assert_int_equal(to.n_samples + dropped, from.n_samples);
    assert_in_range(to.n_samples, 1, from.n_samples - 1);
    profile_free(&from);
    profile_free(&to);
}

static void reversed_stacks_begin_at_their_leaf(void **state)
{
    struct profile from;
    struct profile to;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    fill(&from, "a;b;c 1|a;c 2|a 4");
    assert_true(change_reverse(&to, &from, UINT32_MAX));
    assert_samples(&to, "c;b;a 1\nc;a 2\na 4\n");
    profile_free(&from);
    profile_free(&to);
}

static void reversing_twice_gives_what_was_there(void **state)
{
    struct profile from;
    struct profile once;
    struct profile twice;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    add_random_samples(&from, 99, 3000);
    assert_true(change_reverse(&once, &from, UINT32_MAX));
    assert_true(change_reverse(&twice, &once, UINT32_MAX));
    assert_same_samples(&twice, &from);
    assert_int_equal(twice.stacks.n, from.stacks.n);
    profile_free(&from);
    profile_free(&once);
    profile_free(&twice);
}

/* Recursion through three functions, with a sample at each depth: what is found by what stacks have
 * in common is what frame after frame gives. */
static void deep_recursion_is_reversed_like_all(void **state)
{
    enum { DEPTH = 1200 };
    struct profile from;
    struct profile once;
    struct profile twice;
    frame_id frames[3];
    frame_id *whole = mem_alloc(DEPTH, sizeof *whole);
    stack_id stack = 0;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    for (size_t i = 0; i < 3; i++) {
        char name[] = {(char)('a' + i), '\0'};
        frames[i] =
            frames_add(&from.frames, &(struct frame){.name = names_add(&from.names, str_of(name))});
    }
    for (uint64_t i = 1; i <= DEPTH; i++) {
        stack = stacks_add(&from.stacks, stack, frames[i % 7 % 3]);
        assert_true(profile_add(&from, stack, 0, &i));
    }
    assert_true(change_reverse(&once, &from, UINT32_MAX));
    for (uint32_t i = 0; i < DEPTH; i += 97) {
        stack_id at = once.samples[i].stack;
        size_t n = 0;
        for (; at; at = once.stacks.rows[at].caller)
            whole[n++] = once.stacks.rows[at].frame;
        assert_int_equal(n, i + 1);
        for (stack_id s = from.samples[i].stack; s; s = from.stacks.rows[s].caller)
            assert_int_equal(whole[--n], from.stacks.rows[s].frame);
    }
    assert_true(change_reverse(&twice, &once, UINT32_MAX));
    assert_same_samples(&twice, &from);
    profile_free(&once);
    assert_false(change_reverse(&once, &from, DEPTH));
    assert_int_equal(once.stacks.n, DEPTH + 2);
    mem_free(whole, DEPTH, sizeof *whole);
    profile_free(&from);
    profile_free(&once);
    profile_free(&twice);
}

static void a_chart_joins_neighbours_only(void **state)
{
    struct profile from;
    struct profile to;

    (void)state;
    profile_init(&from, 1, TIME_ORDER);
    fill(&from, "a;b 1|a;b;c 2|a 4|a;b 8|x 16|a;b 32");
    assert_true(change_to_chart(&to, &from, &(struct chart_lanes){0}, UINT32_MAX));
    assert_samples(&to, "a;b 1\na;b;c 2\na 4\na;b 8\nx 16\na;b 32\n");
    const struct sample *s = to.samples;
    const struct stack *rows = to.stacks.rows;
    assert_int_equal(rows[s[1].stack].caller, s[0].stack);
    assert_int_equal(rows[s[0].stack].caller, s[2].stack);
    assert_int_equal(rows[s[3].stack].caller, s[2].stack);
    assert_int_not_equal(s[3].stack, s[0].stack);
    assert_int_not_equal(s[5].stack, s[3].stack);
    assert_int_not_equal(rows[s[5].stack].caller, s[2].stack);
    assert_int_equal(to.stacks.n, 8);
    profile_free(&from);
    profile_free(&to);
}

static void rows_of_one_name_and_kind_become_one(void **state)
{
    struct profile from;
    struct profile to;
    struct frame row = {.kind = KIND_USER};
    uint64_t value = 5;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    row.name = names_add(&from.names, STR("read"));
    stack_id plain = stacks_add(&from.stacks, 0, frames_add(&from.frames, &row));
    assert_false(change_rows_differ(&from));
    row.module = names_add(&from.names, STR("libc.so.6"));
    stack_id libc = stacks_add(&from.stacks, 0, frames_add(&from.frames, &row));
    assert_int_not_equal(plain, libc);
    assert_true(profile_add(&from, plain, 0, &value));
    assert_true(profile_add(&from, libc, 0, &value));
    assert_true(change_rows_differ(&from));
    change_merge_rows(&to, &from);
    assert_samples(&to, "read 10\n");
    assert_int_equal(to.columns[0].total, 10);
    const struct frame *merged = &to.frames.rows[to.stacks.rows[1].frame];
    assert_int_equal(merged->module, 0);
    assert_true(str_equal(names_get(&to.names, merged->seen.module), STR("libc.so.6")));
    profile_free(&from);
    profile_free(&to);
}

/* ---- who ended a wait ------------------------------------------------------------------------ */

/* Two waits in "a;lock", the first of which "b;m;commit" ended, and one of "a;other". */
static void fill_waits(struct profile *p)
{
    static const char *const stacks[] = {"a;lock", "a;lock", "a;other"};
    uint64_t value = 1;

    profile_init(p, 1, TIME_POINTS);
    const struct thread thread = {.name = names_add(&p->names, STR("writer"))};
    for (uint64_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++)
        assert_true(profile_add_at(p, (struct moment){i, STATE_WAITING}, stack_of(p, stacks[i]), 0,
                                   &value));
    const struct waker waker = {threads_add(&p->labels.threads, &thread),
                                stack_of(p, "b;m;commit")};
    moments_set_waker(&p->moments, 0, waker);
}

/* Only the first sample has a waker; its stack is as wanted, "": none. */
static void assert_waker(struct profile *p, const char *stack)
{
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const struct waker own = moments_waker(&p->moments, i);
        const struct str name = names_get(&p->names, p->labels.threads.rows[own.thread].name);
        assert_str(name, i == 0 ? "writer" : "");
        assert_int_equal(own.stack, i == 0 && *stack ? stack_of(p, stack) : 0);
    }
    profile_free(p);
}

static void assert_waker_of(const struct stack_mark *marks, struct change change, uint32_t n,
                            const char *stack)
{
    struct profile from;
    struct profile to;

    fill_waits(&from);
    apply(&to, &from, marks, change);
    assert_int_equal(to.n_samples, n);
    assert_waker(&to, stack);
    profile_free(&from);
}

static void filters_keep_who_ended_a_wait(void **state)
{
    const struct stack_mark none[] = {{NULL, 0}};
    const struct stack_mark hide[] = {{"m", CHANGE_DROP_FRAME}, {NULL, 0}};
    const struct stack_mark hide_all[] = {{"b", CHANGE_DROP_FRAME},
                                          {"m", CHANGE_DROP_FRAME},
                                          {"commit", CHANGE_DROP_FRAME},
                                          {NULL, 0}};
    const struct stack_mark focus[] = {{"lock", CHANGE_KEEP_STACK}, {NULL, 0}};
    const struct stack_mark ignore[] = {{"other", CHANGE_DROP_STACK}, {NULL, 0}};
    const struct stack_mark callees[] = {{"m", CHANGE_CUT_CALLEES}, {NULL, 0}};

    (void)state;
    assert_waker_of(none, nothing, 3, "b;m;commit");
    assert_waker_of(hide, nothing, 3, "b;commit");
    assert_waker_of(hide_all, nothing, 3, "");
    assert_waker_of(focus, (struct change){.need_keep = true}, 2, "b;m;commit");
    assert_waker_of(ignore, nothing, 2, "b;m;commit");
    assert_waker_of(callees, nothing, 3, "b;m");
}

static void other_changes_keep_who_ended_a_wait(void **state)
{
    struct profile from;
    struct profile to;

    (void)state;
    fill_waits(&from);
    change_merge_rows(&to, &from);
    assert_waker(&to, "b;m;commit");
    assert_true(change_reverse(&to, &from, 1000));
    assert_waker(&to, "commit;m;b");
    assert_true(change_to_chart(&to, &from, &(struct chart_lanes){0}, 1000));
    assert_waker(&to, "");
    profile_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_mark_changes_nothing),
        cmocka_unit_test(hiding_drops_frames_and_keeps_weight),
        cmocka_unit_test(ends_go_where_a_stack_ends_with_them),
        cmocka_unit_test(a_stack_of_which_nothing_is_left_is_dropped_and_counted),
        cmocka_unit_test(ignoring_drops_whole_stacks),
        cmocka_unit_test(focus_keeps_stacks_that_hold_the_frame),
        cmocka_unit_test(ignoring_wins_over_focus),
        cmocka_unit_test(filters_keep_who_ended_a_wait),
        cmocka_unit_test(other_changes_keep_who_ended_a_wait),
        cmocka_unit_test(skipping_callers_begins_at_the_last_such_frame),
        cmocka_unit_test(a_base_that_is_missing_drops_the_stack),
        cmocka_unit_test(pruning_ends_at_the_last_such_frame),
        cmocka_unit_test(showing_from_begins_at_the_first_such_frame),
        cmocka_unit_test(repeated_frames_become_one),
        cmocka_unit_test(frames_that_meet_when_one_is_hidden_are_merged),
        cmocka_unit_test(frames_below_a_separator_are_wakers),
        cmocka_unit_test(a_waker_may_have_a_name_of_any_length),
        cmocka_unit_test(labels_columns_and_units_are_kept),
        cmocka_unit_test(all_marks_together_lose_nothing_uncounted),
        cmocka_unit_test(reversed_stacks_begin_at_their_leaf),
        cmocka_unit_test(reversing_twice_gives_what_was_there),
        cmocka_unit_test(rows_of_one_name_and_kind_become_one),
        cmocka_unit_test(deep_recursion_is_reversed_like_all),
        cmocka_unit_test(a_chart_joins_neighbours_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
