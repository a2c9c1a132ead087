/* model/tree: totals, and callees in order. */
#include "model/tree.h"

#include "profiles.h"

static stack_id nth_callee(const struct tree *t, stack_id stack, uint32_t i)
{
    uint32_t n;
    const stack_id *callees = tree_callees(t, stack, &n);

    assert_in_range(i, 0, n - 1);
    return callees[i];
}

static uint32_t n_callees(const struct tree *t, stack_id stack)
{
    uint32_t n;

    tree_callees(t, stack, &n);
    return n;
}

static void totals_are_self_and_callees_added_up(void **state)
{
    struct profile p;
    struct tree t;
    uint64_t *self;
    uint32_t listed = 0;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_random_samples(&p, 4711, 2000);
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    self = mem_alloc(t.n, sizeof *self);
    for (uint32_t i = 0; i < p.n_samples; i++)
        self[p.samples[i].stack] += p.columns[0].values[i];
    for (stack_id i = 0; i < t.n; i++) {
        uint32_t n;
        const stack_id *callees = tree_callees(&t, i, &n);
        uint64_t sum = self[i];
        for (uint32_t k = 0; k < n; k++) {
            assert_int_equal(p.stacks.rows[callees[k]].caller, i);
            sum += t.total[callees[k]];
        }
        assert_true(t.total[i] == sum);
        assert_true(tree_self(&t, i) == self[i]);
        listed += n;
    }
    assert_int_equal(listed, t.n - 1);
    assert_true(t.total[0] == p.columns[0].total);
    mem_free(self, t.n, sizeof *self);
    tree_free(&t);
    profile_free(&p);
}

static void callees_are_ordered_by_the_bytes_of_their_names(void **state)
{
    static const char *const wanted[] = {"A", "a", "a b", "a(int)", "a.b", "aa", "b", "\xFF"};
    struct profile p;
    struct tree t;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (size_t i = 0; i < 8; i++)
        add_sample(&p, wanted[(i * 3 + 5) % 8], 1);
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    assert_int_equal(n_callees(&t, 0), 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_str(tree_name(&t, nth_callee(&t, 0, i)), wanted[i]);
    tree_free(&t);
    profile_free(&p);
}

static void equal_names_are_ordered_by_kind(void **state)
{
    struct profile p;
    struct tree t;
    uint64_t value = 1;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    name_id name = names_add(&p.names, STR("run"));
    for (int kind = KIND_COUNT - 1; kind >= 0; kind--) {
        struct frame row = {.name = name, .kind = (enum frame_kind)kind};
        stack_id stack = stacks_add(&p.stacks, 0, frames_add(&p.frames, &row));
        assert_true(profile_add(&p, stack, 0, &value));
    }
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    for (uint32_t i = 0; i < KIND_COUNT; i++)
        assert_int_equal(tree_kind(&t, nth_callee(&t, 0, i)), i);
    tree_free(&t);
    profile_free(&p);
}

static void callees_are_listed_from_the_least_total_on(void **state)
{
    struct profile p;
    struct tree t;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "big;x", 10);
    add_sample(&p, "big;y", 1);
    add_sample(&p, "small;z", 9);
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 10);
    assert_int_equal(n_callees(&t, 0), 2);
    assert_str(tree_name(&t, nth_callee(&t, 0, 1)), "small");
    assert_int_equal(n_callees(&t, nth_callee(&t, 0, 0)), 2);
    assert_int_equal(n_callees(&t, nth_callee(&t, 0, 1)), 0);
    tree_free(&t);
    profile_free(&p);
}

static void a_tree_is_of_one_column(void **state)
{
    const uint64_t values[] = {3, 40};
    struct profile p;
    struct tree t;

    (void)state;
    profile_init(&p, 2, TIME_NONE);
    assert_true(profile_add(&p, stack_of(&p, "main"), 0, values));
    tree_build(&t, &p, 1);
    assert_int_equal(t.total[0], 40);
    tree_free(&t);
    profile_free(&p);
}

static void the_root_is_named_all_and_an_empty_tree_is_a_root(void **state)
{
    struct profile p;
    struct tree t;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    assert_int_equal(t.n, 1);
    assert_int_equal(t.total[0], 0);
    assert_int_equal(n_callees(&t, 0), 0);
    assert_int_equal(tree_self(&t, 0), 0);
    assert_str(tree_name(&t, 0), "all");
    assert_int_equal(tree_kind(&t, 0), KIND_UNKNOWN);
    tree_free(&t);
    profile_free(&p);
}

/* b;x before a, so that order by name would be another one. */
static void time_order_has_starts_and_keeps_callees_in_time(void **state)
{
    struct profile p;
    struct tree t;
    const uint64_t values[] = {2, 3, 4, 5};

    (void)state;
    profile_init(&p, 1, TIME_ORDER);
    frame_id a = frames_add_named(&p.frames, &p.names, names_add(&p.names, STR("a")));
    frame_id b = frames_add_named(&p.frames, &p.names, names_add(&p.names, STR("b")));
    stack_id first = stacks_append(&p.stacks, 0, b);
    stack_id inner = stacks_append(&p.stacks, first, a);
    stack_id second = stacks_append(&p.stacks, 0, a);
    stack_id third = stacks_append(&p.stacks, 0, b);
    assert_true(profile_add(&p, first, 0, &values[0]));
    assert_true(profile_add(&p, inner, 0, &values[1]));
    assert_true(profile_add(&p, second, 0, &values[2]));
    assert_true(profile_add(&p, third, 0, &values[3]));
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    assert_int_equal(nth_callee(&t, 0, 0), first);
    assert_int_equal(nth_callee(&t, 0, 1), second);
    assert_int_equal(nth_callee(&t, 0, 2), third);
    assert_int_equal(t.start[first], 0);
    assert_int_equal(t.start[inner], 2);
    assert_int_equal(t.start[second], 5);
    assert_int_equal(t.start[third], 9);
    assert_int_equal(t.total[first], 5);
    tree_free(&t);
    profile_free(&p);
}

static void a_stack_of_a_million_frames_is_one_loop(void **state)
{
    enum { DEEP = 1000000 };
    struct profile p;
    struct tree t;
    uint64_t value = 3;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    frame_id frame = frames_add_named(&p.frames, &p.names, names_add(&p.names, STR("f")));
    stack_id at = 0;
    for (uint32_t i = 0; i < DEEP; i++)
        at = stacks_add(&p.stacks, at, frame);
    assert_true(profile_add(&p, at, 0, &value));
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    assert_int_equal(t.total[0], 3);
    uint32_t depth = 0;
    for (stack_id s = 0; n_callees(&t, s); s = nth_callee(&t, s, 0))
        depth++;
    assert_int_equal(depth, DEEP);
    assert_int_equal(tree_self(&t, at), 3);
    tree_free(&t);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_self_and_callees_added_up),
        cmocka_unit_test(callees_are_ordered_by_the_bytes_of_their_names),
        cmocka_unit_test(equal_names_are_ordered_by_kind),
        cmocka_unit_test(callees_are_listed_from_the_least_total_on),
        cmocka_unit_test(a_tree_is_of_one_column),
        cmocka_unit_test(the_root_is_named_all_and_an_empty_tree_is_a_root),
        cmocka_unit_test(time_order_has_starts_and_keeps_callees_in_time),
        cmocka_unit_test(a_stack_of_a_million_frames_is_one_loop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
