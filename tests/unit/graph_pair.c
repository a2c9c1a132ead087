/* model/graph/pair: two profiles in one graph. */
#include "model/graph/pair.h"

#include "model/graph/choice.h"
#include "profiles.h"

/* Two profiles, the graphs of each, and the graph of both that is made of the stacks and of these
 * graphs. */
struct both {
    struct profile before, after, merged;
    struct graph graph_before, graph_after, of_stacks, of_graphs;
};

/* Puts the only column at that place of two. */
static void put(struct profile *p, size_t at)
{
    struct column measured = p->columns[0];

    profile_need_columns(p, 2);
    if (at == 0)
        return;
    measured = p->columns[0];
    p->columns[0] = p->columns[1];
    p->columns[1] = measured;
}

static void make(struct both *b)
{
    struct graph_part after = {&b->graph_after, 0};
    struct graph_part before = {&b->graph_before, 0};

    graph_of_stacks(&b->graph_before, &b->before);
    graph_of_stacks(&b->graph_after, &b->after);
    struct frame *rows = graph_pair_frames(&b->before, &b->after);
    put(&b->after, GRAPH_AFTER);
    put(&b->before, GRAPH_BEFORE);
    profile_init(&b->merged, 2, TIME_NONE);
    assert_true(profile_merge(&b->merged, &b->after));
    assert_true(profile_merge_as(&b->merged, &b->before, rows));
    mem_free(rows, b->before.frames.n, sizeof *rows);
    graph_of_stacks(&b->of_stacks, &b->merged);
    graph_of_pair(&b->of_graphs, &b->merged, &after, &before);
}

static void both_free(struct both *b)
{
    graph_free(&b->graph_before);
    graph_free(&b->graph_after);
    graph_free(&b->of_stacks);
    graph_free(&b->of_graphs);
    profile_free(&b->before);
    profile_free(&b->after);
    profile_free(&b->merged);
}

static void assert_same(const struct graph *a, const struct graph *b)
{
    assert_int_equal(a->n_functions, b->n_functions);
    assert_int_equal(a->n_met, b->n_met);
    assert_int_equal(a->n_edges, b->n_edges);
    for (uint32_t i = 0; i < a->n_functions; i++)
        assert_int_equal(a->functions[i].name, b->functions[i].name);
    for (uint32_t i = 0; i < a->n_edges; i++) {
        assert_int_equal(a->edges[i].caller, b->edges[i].caller);
        assert_int_equal(a->edges[i].callee, b->edges[i].callee);
    }
    for (size_t c = 0; c < 2; c++) {
        const struct graph_measure *x = &a->measures[c];
        const struct graph_measure *y = &b->measures[c];
        assert_int_equal(x->sum, y->sum);
        assert_int_equal(x->whole, y->whole);
        assert_memory_equal(x->self, y->self, a->n_functions * sizeof *x->self);
        assert_memory_equal(x->total, y->total, a->n_functions * sizeof *x->total);
        assert_memory_equal(x->weight, y->weight, a->n_edges * sizeof *x->weight);
    }
}

static void graphs_that_are_joined_are_the_graph_of_all_stacks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct both b = {0};
        profile_init(&b.before, 1, TIME_NONE);
        profile_init(&b.after, 1, TIME_NONE);
        add_random_samples(&b.before, seed * 7919, 40);
        add_random_samples(&b.after, seed * 104729, 25);
        make(&b);
        assert_same(&b.of_stacks, &b.of_graphs);
        both_free(&b);
    }
}

static void add_in_module(struct profile *p, const char *name, const char *module, uint64_t value)
{
    struct frame row = {.name = names_add(&p->names, str_of(name)),
                        .module = names_add(&p->names, str_of(module))};

    assert_true(profile_add(p, stacks_add(&p->stacks, 0, frames_add(&p->frames, &row)), 0, &value));
}

static void a_function_is_the_same_in_another_module_unless_its_name_is_twice(void **state)
{
    struct both b = {0};

    (void)state;
    profile_init(&b.before, 1, TIME_NONE);
    profile_init(&b.after, 1, TIME_NONE);
    add_in_module(&b.before, "work", "/old/app", 3);
    add_in_module(&b.before, "copy", "/old/app", 5);
    add_in_module(&b.after, "work", "/new/app", 4);
    add_in_module(&b.after, "copy", "/new/app", 6);
    add_in_module(&b.after, "copy", "/new/lib", 7);
    make(&b);
    assert_same(&b.of_stacks, &b.of_graphs);
    assert_int_equal(b.of_graphs.n_functions, 4);
    assert_int_equal(b.of_graphs.measures[GRAPH_BEFORE].self[3], 3);
    assert_int_equal(b.of_graphs.measures[GRAPH_AFTER].self[3], 4);
    assert_str(graph_text(&b.of_graphs, b.of_graphs.functions[3].module), "/new/app");
    both_free(&b);
}

static void a_function_is_the_same_under_the_name_of_another_build(void **state)
{
    static const char *const names[] = {"0x20",
                                        "0x30",
                                        "app::run",
                                        "run.constprop.1",
                                        "work::h1111111111111111",
                                        "work::h2222222222222222"};
    struct both b = {0};

    (void)state;
    profile_init(&b.before, 1, TIME_NONE);
    profile_init(&b.after, 1, TIME_NONE);
    add_sample(&b.before, "app::run::h0123456789abcdef;run.constprop.0;0x20", 3);
    add_sample(&b.before, "work::h1111111111111111", 4);
    add_sample(&b.after, "app::run;run.constprop.1;0x30", 5);
    add_sample(&b.after, "work::h1111111111111111", 6);
    add_sample(&b.after, "work::h2222222222222222", 7);
    make(&b);
    assert_same(&b.of_stacks, &b.of_graphs);
    assert_int_equal(b.of_graphs.n_functions, sizeof names / sizeof names[0]);
    for (uint32_t i = 0; i < b.of_graphs.n_functions; i++)
        assert_str(graph_text(&b.of_graphs, b.of_graphs.functions[i].name), names[i]);
    assert_int_equal(b.of_graphs.measures[GRAPH_BEFORE].total[2], 3);
    assert_int_equal(b.of_graphs.measures[GRAPH_AFTER].total[2], 5);
    both_free(&b);
}

static void both_measures_get_as_many_digits_or_none_does(void **state)
{
    struct both b = {0};
    struct graph_measure *m;

    (void)state;
    profile_init(&b.before, 1, TIME_NONE);
    profile_init(&b.after, 1, TIME_NONE);
    add_sample(&b.before, "main;a", 5);
    add_sample(&b.after, "main;a", 25);
    make(&b);
    m = b.of_graphs.measures;
    m[GRAPH_AFTER].scale = 1;
    assert_true(graph_pair_level(&b.of_graphs));
    assert_int_equal(m[GRAPH_BEFORE].scale, 1);
    assert_int_equal(m[GRAPH_BEFORE].total[0], 50);
    assert_int_equal(m[GRAPH_BEFORE].weight[0], 50);
    assert_int_equal(m[GRAPH_BEFORE].whole, 50);
    assert_int_equal(m[GRAPH_AFTER].total[0], 25);
    m[GRAPH_BEFORE].scale = 2;
    m[GRAPH_AFTER].whole = UINT64_MAX / 5;
    assert_false(graph_pair_level(&b.of_graphs));
    both_free(&b);
}

static double ratio_of(const uint64_t *before, const uint64_t *after, uint32_t n)
{
    struct graph_measure then = {.self = (uint64_t *)before};
    struct graph_measure now = {.self = (uint64_t *)after};

    for (uint32_t i = 0; i < n; i++) {
        then.sum += before[i];
        now.sum += after[i];
    }
    return graph_pair_ratio(&now, &then, n);
}

static void what_most_functions_do_is_the_ratio_not_what_one_does(void **state)
{
    (void)state;
    assert_true(ratio_of((uint64_t[]){100, 50, 20, 5000}, (uint64_t[]){200, 100, 40, 30}, 4) == 2);
    assert_true(ratio_of((uint64_t[]){10, 10}, (uint64_t[]){20, 5}, 2) == 1);
    assert_true(ratio_of((uint64_t[]){10, 0}, (uint64_t[]){0, 30}, 2) == 3);
    assert_true(ratio_of((uint64_t[]){9000, 1, 1}, (uint64_t[]){9000, 5, 7}, 3) == 1);
    assert_true(ratio_of((uint64_t[]){0}, (uint64_t[]){0}, 1) == 1);
}

static void what_was_before_alone_is_shown_by_its_share_then(void **state)
{
    struct both b = {0};
    struct graph_view v;

    (void)state;
    profile_init(&b.before, 1, TIME_NONE);
    profile_init(&b.after, 1, TIME_NONE);
    add_sample(&b.before, "main;old", 50);
    add_sample(&b.before, "main;small", 1);
    add_sample(&b.after, "main;x;new", 99);
    add_sample(&b.after, "main;small", 1);
    make(&b);
    graph_view_build(&v, &b.of_stacks,
                     &(struct graph_choice){.before = &b.of_stacks.measures[GRAPH_BEFORE],
                                            .node_least = 0.05,
                                            .depth = UINT32_MAX});
    assert_int_equal(v.n_shown, 4);
    for (uint32_t i = 0; i < v.g->n_functions; i++)
        assert_int_equal(v.shown[i],
                         !str_equal(graph_text(v.g, v.g->functions[i].name), STR("small")));
    assert_int_equal(v.n_hot, 3);
    graph_view_free(&v);
    both_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_that_are_joined_are_the_graph_of_all_stacks),
        cmocka_unit_test(a_function_is_the_same_in_another_module_unless_its_name_is_twice),
        cmocka_unit_test(a_function_is_the_same_under_the_name_of_another_build),
        cmocka_unit_test(both_measures_get_as_many_digits_or_none_does),
        cmocka_unit_test(what_most_functions_do_is_the_ratio_not_what_one_does),
        cmocka_unit_test(what_was_before_alone_is_shown_by_its_share_then),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
