/* model/ordered_callees and model/frame_order: the callees of a tree as model/tree lists them. */
#include "model/ordered_callees.h"
#include "model/tree.h"

#include "profiles.h"

static void frames_stand_by_name_then_kind_then_id(void **state)
{
    static const char *const names[] = {"b",    "a",   "a b",       "",         "a(int)",
                                        "\xFF", "a.b", "aaaaaaaab", "aaaaaaaaa"};
    struct frame_order order;
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        name_id name = names_add(&p.names, str_of(names[i]));
        for (uint32_t line = 3; line > 0; line--)
            for (int kind = KIND_KERNEL; kind >= 0; kind--)
                frames_add(
                    &p.frames,
                    &(struct frame){.name = name, .kind = (enum frame_kind)kind, .line = line});
    }
    frame_order_build(&order, &p);
    assert_int_equal(order.n, p.frames.n - 1);
    for (uint32_t i = 1; i < order.n; i++) {
        const struct frame *a = &p.frames.rows[order.frames[i - 1]];
        const struct frame *b = &p.frames.rows[order.frames[i]];
        int by_name = str_compare(names_get(&p.names, a->name), names_get(&p.names, b->name));
        assert_int_equal(order.rank[order.frames[i]], i);
        assert_true(by_name <= 0);
        assert_true(by_name < 0 || a->kind <= b->kind);
        assert_true(by_name < 0 || a->kind < b->kind || order.frames[i - 1] < order.frames[i]);
    }
    frame_order_free(&order);
    profile_free(&p);
}

/* Callees of every stack are those of the tree, in its order. */
static void assert_as_in_tree(const struct profile *p)
{
    struct frame_order order;
    struct ordered_callees b;
    struct tree t;

    frame_order_build(&order, p);
    ordered_callees_build(&b, p);
    ordered_callees_sort(&b, p, &order);
    tree_build(&t, p, 0);
    tree_list_callees(&t, 0);
    for (stack_id i = 0; i < t.n; i++) {
        uint32_t n;
        uint32_t wanted;
        const stack_id *callees = tree_callees(&t, i, &wanted);
        uint32_t place = ordered_callees_place(&b, i);
        assert_true(b.marked[place] >= i && (place == 0 || b.marked[place - 1] < i));
        assert_int_equal(b.marked[place] == i, ordered_callees_at(&b, i));
        if (ordered_callees_at(&b, i)) {
            const stack_id *found = ordered_callees_callees(&b, i, &n);
            assert_int_equal(n, wanted);
            assert_memory_equal(found, callees, n * sizeof *found);
        } else {
            stack_id next = ordered_callees_next(&b, i);
            assert_int_equal(next ? 1 : 0, wanted);
            assert_true(!next || next == callees[0]);
        }
    }
    tree_free(&t);
    ordered_callees_free(&b);
    frame_order_free(&order);
}

static void callees_are_those_of_the_tree(void **state)
{
    struct profile p;

    (void)state;
    for (size_t n = 0; n < 3000; n = n * 3 + 1) {
        profile_init(&p, 1, TIME_NONE);
        add_random_samples(&p, 100 + n, n);
        assert_as_in_tree(&p);
        profile_free(&p);
    }
}

static void callees_in_time_order_stay_in_it(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_ORDER);
    add_sample(&p, "b;z", 1);
    add_sample(&p, "a;x", 1);
    add_sample(&p, "b;a", 1);
    add_sample(&p, "b;a;c", 1);
    assert_as_in_tree(&p);
    profile_free(&p);
}

static void a_wide_and_a_deep_stack_are_listed(void **state)
{
    struct profile p;
    char name[16];
    stack_id at = 0;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (uint32_t i = 0; i < 5000; i++) {
        struct buf text = {0};
        for (uint32_t k = i * 7919 % 5000, n = 0; n < 5; n++, k /= 7)
            name[n] = (char)('a' + k % 7);
        buf_add(&text, (struct str){name, 5});
        name_id id = names_add(&p.names, buf_str(&text));
        frame_id frame = frames_add_named(&p.frames, &p.names, id);
        stacks_add(&p.stacks, 0, frame);
        at = stacks_add(&p.stacks, at, frame);
        buf_free(&text);
    }
    assert_as_in_tree(&p);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_stand_by_name_then_kind_then_id),
        cmocka_unit_test(callees_are_those_of_the_tree),
        cmocka_unit_test(callees_in_time_order_stay_in_it),
        cmocka_unit_test(a_wide_and_a_deep_stack_are_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
