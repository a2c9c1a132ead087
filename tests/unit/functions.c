/* model/functions: what functions hold, wherever they stand. */
#include "model/functions.h"

#include "profiles.h"

/* Writes "name kind self total places" lines. */
static void assert_functions(const struct profile *p, const char *wanted)
{
    struct functions functions;
    struct tree t;
    struct sink s;

    tree_build(&t, p, 0);
    tree_list_callees(&t, 0);
    functions_build(&functions, &t, false);
    sink_open_buf(&s);
    for (size_t i = 0; i < functions.n; i++) {
        const struct function *f = &functions.rows[i];
        sink_str(&s, names_get(&p->names, f->name));
        sink_byte(&s, ' ');
        sink_text(&s, kind_word(f->kind));
        sink_byte(&s, ' ');
        sink_u64(&s, f->self);
        sink_byte(&s, ' ');
        sink_u64(&s, f->total);
        sink_byte(&s, ' ');
        sink_u64(&s, f->places);
        sink_byte(&s, '\n');
    }
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
    functions_free(&functions);
    tree_free(&t);
}

static void a_function_is_added_up_over_all_its_places(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;parse;alloc", 5);
    add_sample(&p, "main;write;alloc", 7);
    add_sample(&p, "main;write", 2);
    assert_functions(&p, "alloc unknown 12 12 2\n"
                         "write unknown 2 9 1\n"
                         "main unknown 0 14 1\n"
                         "parse unknown 0 5 1\n");
    profile_free(&p);
}

static void a_recursive_function_counts_once_for_each_stack(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f;g;f;f", 4);
    add_sample(&p, "f;g", 3);
    add_sample(&p, "g;f", 1);
    assert_functions(&p, "f unknown 5 8 4\n"
                         "g unknown 3 8 2\n");
    profile_free(&p);
}

static void kind_makes_two_functions_of_one_name(void **state)
{
    const uint64_t values[] = {1, 2};
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    name_id name = names_add(&p.names, STR("run"));
    for (int i = 0; i < 2; i++) {
        struct frame row = {.name = name, .kind = i ? KIND_JIT : KIND_USER};
        stack_id stack = stacks_add(&p.stacks, 0, frames_add(&p.frames, &row));
        assert_true(profile_add(&p, stack, 0, &values[i]));
    }
    assert_functions(&p, "run jit 2 2 1\nrun user 1 1 1\n");
    profile_free(&p);
}

static void equals_are_ordered_by_total_then_name(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "z;b", 1);
    add_sample(&p, "z;a", 1);
    add_sample(&p, "y", 0);
    add_sample(&p, "x", 0);
    assert_functions(&p, "a unknown 1 1 1\n"
                         "b unknown 1 1 1\n"
                         "z unknown 0 2 1\n"
                         "x unknown 0 0 1\n"
                         "y unknown 0 0 1\n");
    profile_free(&p);
}

static void self_of_all_functions_is_the_total(void **state)
{
    struct functions functions;
    struct profile p;
    struct tree t;
    uint64_t self = 0;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_random_samples(&p, 815, 3000);
    tree_build(&t, &p, 0);
    tree_list_callees(&t, 0);
    functions_build(&functions, &t, false);
    for (size_t i = 0; i < functions.n; i++) {
        self += functions.rows[i].self;
        assert_true(functions.rows[i].total >= functions.rows[i].self);
        assert_true(functions.rows[i].total <= t.total[0]);
    }
    assert_true(self == t.total[0]);
    functions_free(&functions);
    tree_free(&t);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_added_up_over_all_its_places),
        cmocka_unit_test(a_recursive_function_counts_once_for_each_stack),
        cmocka_unit_test(kind_makes_two_functions_of_one_name),
        cmocka_unit_test(equals_are_ordered_by_total_then_name),
        cmocka_unit_test(self_of_all_functions_is_the_total),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
