/* model/graph/view: which functions are kept when only so many are wanted, and what the others hold
 * together. */
#include "model/graph/choice.h"

#include <stdio.h>

#include "profiles.h"

static bool is_shown(const struct graph_view *v, const char *name)
{
    for (uint32_t i = 0; i < v->g->n_functions; i++)
        if (str_equal(graph_text(v->g, v->g->functions[i].name), str_of(name)))
            return v->shown[i];
    fail_msg("no function %s", name);
    return false;
}

static void four_fifths_of_self_cost_and_the_hot_path_are_kept(void **state)
{
    struct profile p;
    struct graph g;
    struct graph_view v;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;a;heavy", 50);
    add_sample(&p, "main;b;second", 31);
    add_sample(&p, "main;c;light", 19);
    graph_of_stacks(&g, &p);
    graph_view_build(&v, &g,
                     &(struct graph_choice){.most = 80, .depth = UINT32_MAX, .others = true});
    assert_int_equal(v.n_shown, 4);
    assert_true(is_shown(&v, "main") && is_shown(&v, "a") && is_shown(&v, "heavy") &&
                is_shown(&v, "second"));
    assert_int_equal(v.n_hot, 3);
    assert_int_equal(v.others.n, 3);
    assert_int_equal(v.others.costs[0].self, 19);
    assert_int_equal(v.others.costs[0].total, 50);
    assert_int_equal(v.n_residuals, 1);
    assert_int_equal(v.others.n_edges, 1);
    assert_false(v.others.edges[0].called);
    assert_int_equal(v.others.edges[0].weight, 19);
    graph_view_free(&v);
    graph_free(&g);
    profile_free(&p);
}

static void a_small_graph_is_filled_with_what_gives_it_its_shape(void **state)
{
    struct profile p;
    struct graph g;
    struct graph_view v;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;a;heavy", 90);
    add_sample(&p, "main;b;light", 10);
    graph_of_stacks(&g, &p);
    for (uint32_t fill = 0; fill < 9; fill++) {
        graph_view_build(
            &v, &g,
            &(struct graph_choice){.most = 80, .fill = fill, .depth = UINT32_MAX, .others = true});
        assert_int_equal(v.n_shown, fill < 3 ? 3 : fill < 5 ? fill : 5);
        assert_int_equal(v.others.n, 5 - v.n_shown);
        graph_view_free(&v);
    }
    graph_free(&g);
    profile_free(&p);
}

/* 40 functions that all call each other: 1,600 calls. */
static void of_calls_between_them_the_heaviest_are_kept(void **state)
{
    enum { N = 40, KEPT = 240 };
    struct profile p;
    struct graph g;
    struct graph_view v;
    uint32_t shown = 0;
    uint64_t lightest = UINT64_MAX;
    uint64_t heaviest_hidden = 0;
    char text[40];

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (unsigned i = 0; i < N; i++)
        for (unsigned k = 0; k < N; k++) {
            snprintf(text, sizeof text, "main;f%u;f%u", i, k);
            add_sample(&p, text, 1000 + i * N + k);
        }
    graph_of_stacks(&g, &p);
    graph_view_build(&v, &g, &(struct graph_choice){.most = 80, .fill = 80, .depth = UINT32_MAX});
    assert_int_equal(v.n_shown, N + 1);
    for (uint32_t i = 0; i < g.n_edges; i++) {
        uint64_t weight = v.m->weight[i];
        shown += v.edge_shown[i];
        if (v.edge_shown[i] && weight < lightest)
            lightest = weight;
        if (!v.edge_shown[i] && weight > heaviest_hidden)
            heaviest_hidden = weight;
    }
    assert_true(shown >= KEPT && shown <= KEPT + N + 1);
    assert_true(lightest >= heaviest_hidden || shown > KEPT);
    for (uint32_t f = 0; f < g.n_functions; f++) {
        bool called = str_equal(graph_text(&g, g.functions[f].name), STR("main"));
        for (uint32_t i = 0; i < g.n_edges; i++)
            called = called || (g.edges[i].callee == f && v.edge_shown[i]);
        assert_true(called);
    }
    graph_view_free(&v);
    graph_free(&g);
    profile_free(&p);
}

static void never_more_are_kept_than_wanted(void **state)
{
    (void)state;
    for (uint32_t most = 1; most < 12; most++) {
        struct profile p;
        struct graph g;
        struct graph_view v;
        profile_init(&p, 1, TIME_NONE);
        add_sample(&p, "a;b;c;d;e;f;g", 3);
        add_sample(&p, "a;x", 2);
        add_sample(&p, "a;y", 2);
        graph_of_stacks(&g, &p);
        graph_view_build(&v, &g,
                         &(struct graph_choice){.most = most, .fill = most, .depth = UINT32_MAX});
        assert_int_equal(v.n_shown, most < 9 ? most : 9);
        assert_true(is_shown(&v, "g"));
        graph_view_free(&v);
        graph_free(&g);
        profile_free(&p);
    }
}

static void what_changed_is_kept(void **state)
{
    struct profile p;
    struct graph g;
    struct graph_view v;

    (void)state;
    profile_init(&p, 2, TIME_NONE);
    for (int i = 0; i < 30; i++) {
        char stack[32];
        snprintf(stack, sizeof stack, "main;same%d", i);
        uint64_t both[2] = {100, 100};
        assert_true(profile_add(&p, stack_of(&p, stack), 0, both));
    }
    uint64_t more[2] = {1, 20};
    uint64_t gone[2] = {15, 0};
    assert_true(profile_add(&p, stack_of(&p, "main;more"), 0, more));
    assert_true(profile_add(&p, stack_of(&p, "main;gone"), 0, gone));
    graph_of_stacks(&g, &p);
    graph_view_build(&v, &g,
                     &(struct graph_choice){.measure = 1,
                                            .before = &g.measures[0],
                                            .most = 8,
                                            .fill = 8,
                                            .depth = UINT32_MAX,
                                            .others = true});
    assert_true(is_shown(&v, "more") && is_shown(&v, "gone"));
    assert_int_equal(v.n_shown, 8);
    assert_int_equal(v.others.costs[0].self, v.others.costs[1].self);
    graph_view_free(&v);
    graph_free(&g);
    profile_free(&p);
}

/* What the definitions say, sample by sample. */
static void assert_others(const struct graph_view *v)
{
    const struct graph *g = v->g;
    const struct profile *p = g->profile;
    uint64_t *called = mem_alloc(g->n_functions, sizeof *called);
    uint64_t *calls = mem_alloc(g->n_functions, sizeof *calls);
    uint64_t total = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        bool any = false;
        bool end = false;
        uint32_t first = g->n_functions;
        uint32_t last = g->n_functions;
        bool begins = false;
        for (stack_id at = p->samples[i].stack; at; at = p->stacks.rows[at].caller) {
            uint32_t f = g->function_of[p->stacks.rows[at].frame];
            if (v->shown[f]) {
                last = last == g->n_functions ? f : last;
                first = f;
                begins = false;
            } else {
                any = begins = true;
                end = end || last == g->n_functions;
            }
        }
        uint64_t value = p->columns[0].values[i];
        total += any ? value : 0;
        if (end && last < g->n_functions)
            called[last] += value;
        if (begins && first < g->n_functions)
            calls[first] += value;
    }
    assert_int_equal(v->others.costs[0].total, total);
    for (uint32_t i = 0; i < v->others.n_edges; i++) {
        const struct graph_other_edge *e = &v->others.edges[i];
        uint64_t *cost = &(e->called ? calls : called)[e->function];
        assert_int_equal(e->weight, *cost);
        *cost = 0;
    }
    for (uint32_t i = 0; i < g->n_functions; i++)
        assert_true(!called[i] && !calls[i]);
    mem_free(called, g->n_functions, sizeof *called);
    mem_free(calls, g->n_functions, sizeof *calls);
}

static void others_hold_what_random_stacks_say(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct profile p;
        struct graph g;
        struct graph_view v;
        profile_init(&p, 1, TIME_NONE);
        add_random_samples(&p, seed * 7919, 60);
        graph_of_stacks(&g, &p);
        uint32_t most = 1 + (uint32_t)seed % 6;
        graph_view_build(&v, &g,
                         &(struct graph_choice){
                             .most = most, .fill = most, .depth = UINT32_MAX, .others = true});
        uint64_t self = 0;
        for (uint32_t i = 0; i < g.n_functions; i++)
            self += v.shown[i] ? 0 : g.measures[0].self[i];
        assert_int_equal(v.others.costs[0].self, self);
        assert_int_equal(v.others.n, g.n_functions - v.n_shown);
        assert_others(&v);
        graph_view_free(&v);
        graph_free(&g);
        profile_free(&p);
    }
}

static void stated_call(struct profile *p, const char *caller, const char *callee, uint64_t cost)
{
    frame_id from = p->stacks.rows[stack_of(p, caller)].frame;
    frame_id to = p->stacks.rows[stack_of(p, callee)].frame;

    assert_true(calls_cost(&p->calls, calls_add(&p->calls, from, to), 0, cost));
}

static void stated_calls_are_added_but_not_where_they_recur(void **state)
{
    struct profile p;
    struct graph g;
    struct graph_view v;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    p.calls.share = CALLS_AS_COSTS;
    add_sample(&p, "heavy", 90);
    add_sample(&p, "x", 4);
    add_sample(&p, "y", 6);
    stated_call(&p, "heavy", "x", 4);
    stated_call(&p, "heavy", "y", 6);
    stated_call(&p, "y", "heavy", 50);
    graph_of_calls(&g, &p);
    graph_view_build(
        &v, &g, &(struct graph_choice){.most = 1, .fill = 1, .depth = UINT32_MAX, .others = true});
    assert_true(is_shown(&v, "heavy"));
    assert_int_equal(v.others.n, 2);
    assert_int_equal(v.others.costs[0].self, 10);
    assert_false(v.others.exact);
    assert_int_equal(v.others.n_edges, 2);
    assert_true(v.others.edges[0].called && v.others.edges[0].more);
    assert_int_equal(v.others.edges[0].weight, 0);
    assert_true(!v.others.edges[1].called && v.others.edges[1].more);
    assert_int_equal(v.others.edges[1].weight, 4);
    graph_view_free(&v);
    graph_free(&g);
    profile_free(&p);
}

/* The lines that a picture has: calls outside of runs, and dashed ones. */
static void count_lines(const struct graph_view *v, uint32_t *calls, uint32_t *dashed)
{
    *calls = 0;
    for (uint32_t i = 0; i < v->g->n_edges; i++) {
        uint32_t run = graph_run_of(v, v->g->edges[i].caller);
        *calls += v->edge_shown[i] && (!run || run != graph_run_of(v, v->g->edges[i].callee));
    }
    *dashed = v->n_residuals + v->others.n_edges;
}

static void at_most_a_fifth_of_all_lines_is_dashed(void **state)
{
    bool some = false;

    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct profile p;
        struct graph g;
        struct graph_view v;
        uint32_t calls;
        uint32_t dashed;
        profile_init(&p, 1, TIME_NONE);
        add_random_samples(&p, seed * 7919, 60);
        graph_of_stacks(&g, &p);
        graph_view_build(&v, &g,
                         &(struct graph_choice){.most = 5,
                                                .fill = 5,
                                                .depth = UINT32_MAX,
                                                .others = true,
                                                .few_dashed = true,
                                                .runs = true});
        count_lines(&v, &calls, &dashed);
        assert_true(dashed * 5 <= calls + dashed);
        assert_true(v.n_dashed >= dashed);
        some = some || dashed;
        graph_view_free(&v);
        graph_free(&g);
        profile_free(&p);
    }
    assert_true(some);
}

static void what_is_light_goes_but_for_the_hot_path_and_small_graphs(void **state)
{
    (void)state;
    for (unsigned n = 4; n < 40; n++) {
        struct profile p;
        struct graph g;
        struct graph_view v;
        char stack[32];
        profile_init(&p, 1, TIME_NONE);
        add_sample(&p, "main;heavy", 9700);
        add_sample(&p, "main;enough", 210);
        for (unsigned i = 0; i < n; i++) {
            snprintf(stack, sizeof stack, "main;light%u", i);
            add_sample(&p, stack, 1);
        }
        graph_of_stacks(&g, &p);
        graph_view_build(
            &v, &g,
            &(struct graph_choice){
                .most = 80, .fill = 80, .light = 0.02, .depth = UINT32_MAX, .others = true});
        assert_int_equal(v.n_shown, n + 3 > 12 ? 3 : n + 3);
        graph_view_free(&v);
        graph_free(&g);
        profile_free(&p);
    }
}

/* The runs of a graph: "a b, c d". */
static void assert_runs(struct profile *p, const char *wanted)
{
    struct graph g;
    struct graph_view v;
    struct buf text = {0};

    graph_of_stacks(&g, p);
    graph_view_build(&v, &g, &(struct graph_choice){.depth = UINT32_MAX, .runs = true});
    for (uint32_t i = 0; i < v.n_runs; i++) {
        buf_add(&text, i ? STR(", ") : STR(""));
        for (uint32_t k = 0; k < v.runs[i].n; k++) {
            uint32_t function = v.in_runs[v.runs[i].first + k];
            buf_add(&text, k ? STR(" ") : STR(""));
            buf_add(&text, graph_text(&g, g.functions[function].name));
            assert_int_equal(v.run[function], i + 1);
        }
    }
    assert_str(buf_str(&text), wanted);
    buf_free(&text);
    graph_view_free(&v);
    graph_free(&g);
    profile_free(p);
}

static void functions_of_the_hot_path_that_pass_on_are_runs(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b;c;d;e", 99);
    assert_runs(&p, ""); /* it is short */
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b;c;d;e;f;g", 80);
    add_sample(&p, "a;b;c;d;side", 20);
    assert_runs(&p, "b c, e f");
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b;c;d;e;f;g", 99);
    add_sample(&p, "a;b;c;d;side", 1);
    assert_runs(&p, "b c d e f");
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b;c;d;e;f;g", 60);
    add_sample(&p, "a;b;c;d", 40);
    assert_runs(&p, "b c, e f");
}

static void of_a_long_hot_path_eight_boxes_are_left(void **state)
{
    enum { DEEP = 60, BOXES = 8 };
    struct profile p;
    struct graph g;
    struct graph_view v;
    struct buf stack = {0};
    uint32_t boxes;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    for (char i = 0; i < DEEP; i++) {
        buf_add_byte(&stack, 'A' + i);
        buf_add_byte(&stack, '\0');
        add_sample(&p, stack.p, 30); /* each function holds 3 % and more by itself */
        stack.p[stack.n - 1] = ';';
    }
    graph_of_stacks(&g, &p);
    graph_view_build(&v, &g, &(struct graph_choice){.depth = UINT32_MAX, .runs = true});
    boxes = v.n_hot + v.n_runs - v.n_in_runs;
    assert_true(v.n_hot > BOXES && boxes <= BOXES);
    assert_int_equal(graph_run_of(&v, v.hot[0]), 0);
    assert_int_equal(graph_run_of(&v, v.hot[v.n_hot - 1]), 0);
    buf_free(&stack);
    graph_view_free(&v);
    graph_free(&g);
    profile_free(&p);
}

static void beside_the_hot_path_three_single_callers_are_a_run(void **state)
{
    struct profile p;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;hot", 90);
    add_sample(&p, "main;p;q;end", 10);
    assert_runs(&p, "");
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;hot", 90);
    add_sample(&p, "main;p;q;r;end", 10);
    assert_runs(&p, "p q r");
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;hot", 90);
    add_sample(&p, "main;p;q;r;end", 10);
    add_sample(&p, "main;q", 1); /* two call q */
    assert_runs(&p, "");
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;hot", 90);
    add_sample(&p, "main;p;q;q;r;s;t;end", 10);
    assert_runs(&p, "r s t"); /* q calls itself */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_fifths_of_self_cost_and_the_hot_path_are_kept),
        cmocka_unit_test(a_small_graph_is_filled_with_what_gives_it_its_shape),
        cmocka_unit_test(of_calls_between_them_the_heaviest_are_kept),
        cmocka_unit_test(never_more_are_kept_than_wanted),
        cmocka_unit_test(what_changed_is_kept),
        cmocka_unit_test(others_hold_what_random_stacks_say),
        cmocka_unit_test(stated_calls_are_added_but_not_where_they_recur),
        cmocka_unit_test(at_most_a_fifth_of_all_lines_is_dashed),
        cmocka_unit_test(what_is_light_goes_but_for_the_hot_path_and_small_graphs),
        cmocka_unit_test(functions_of_the_hot_path_that_pass_on_are_runs),
        cmocka_unit_test(of_a_long_hot_path_eight_boxes_are_left),
        cmocka_unit_test(beside_the_hot_path_three_single_callers_are_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
