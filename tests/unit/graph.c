/* model/graph: functions and edges of stacks, and of calls without stacks. */
#include "model/graph/graph.h"

#include <stdio.h>

#include "profiles.h"

/* Writes "name self total" lines, then "caller -> callee weight" lines, "?" for a guess. */
static void write_graph(struct sink *s, const struct graph *g)
{
    const struct graph_measure *m = &g->measures[0];

    for (uint32_t i = 0; i < g->n_functions; i++) {
        sink_str(s, graph_text(g, g->functions[i].name));
        sink_byte(s, ' ');
        sink_decimal(s, m->self[i], m->scale);
        sink_byte(s, ' ');
        sink_decimal(s, m->total[i], m->scale);
        sink_byte(s, '\n');
    }
    for (uint32_t i = 0; i < g->n_edges; i++) {
        sink_str(s, graph_text(g, g->functions[g->edges[i].caller].name));
        sink_text(s, " -> ");
        sink_str(s, graph_text(g, g->functions[g->edges[i].callee].name));
        sink_text(s, m->known && !m->known[i] ? " ?" : " ");
        sink_decimal(s, m->weight[i], m->scale);
        sink_byte(s, '\n');
    }
}

static void assert_graph(struct graph *g, const char *wanted)
{
    struct sink s;

    sink_open_buf(&s);
    write_graph(&s, g);
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
    graph_free(g);
}

static void a_function_counts_once_for_every_stack_that_holds_it(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;f;g;f;g;f", 5);
    add_sample(&p, "main;f", 2);
    add_sample(&p, "f;f", 1);
    graph_of_stacks(&g, &p);
    assert_graph(&g, "f 8 8\n"
                     "g 0 5\n"
                     "main 0 7\n"
                     "f -> f 1\n"
                     "f -> g 5\n"
                     "g -> f 5\n"
                     "main -> f 7\n");
    profile_free(&p);
}

/* What the definition says, without any cleverness. */
static void assert_is_true_of_stacks(const struct graph *g)
{
    const struct profile *p = g->profile;
    uint64_t *total = mem_alloc(g->n_functions, sizeof *total);
    uint64_t *weight = mem_alloc(g->n_edges, sizeof *weight);

    for (uint32_t i = 0; i < p->n_samples; i++) {
        uint64_t value = p->columns[0].values[i];
        for (uint32_t f = 0; f < g->n_functions; f++) {
            bool in = false;
            for (stack_id at = p->samples[i].stack; at; at = p->stacks.rows[at].caller)
                in = in || g->function_of[p->stacks.rows[at].frame] == f;
            total[f] += in ? value : 0;
        }
        for (uint32_t e = 0; e < g->n_edges; e++) {
            bool in = false;
            for (stack_id at = p->samples[i].stack; at; at = p->stacks.rows[at].caller) {
                const struct stack *row = &p->stacks.rows[at];
                in =
                    in || (row->caller && g->function_of[row->frame] == g->edges[e].callee &&
                           g->function_of[p->stacks.rows[row->caller].frame] == g->edges[e].caller);
            }
            weight[e] += in ? value : 0;
        }
    }
    assert_memory_equal(total, g->measures[0].total, g->n_functions * sizeof *total);
    assert_memory_equal(weight, g->measures[0].weight, g->n_edges * sizeof *weight);
    mem_free(total, g->n_functions, sizeof *total);
    mem_free(weight, g->n_edges, sizeof *weight);
}

static void totals_and_weights_are_true_of_random_stacks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct profile p;
        struct graph g;
        profile_init(&p, 1, TIME_NONE);
        add_random_samples(&p, seed * 7919, 60);
        graph_of_stacks(&g, &p);
        assert_is_true_of_stacks(&g);
        graph_free(&g);
        profile_free(&p);
    }
}

static void call_ratios_give_callers_all_of_a_function_that_also_is_a_root(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b", 10);
    add_sample(&p, "b", 10);
    graph_of_ratios(&g, &p);
    assert_graph(&g, "a 0 20\n"
                     "b 20 20\n"
                     "a -> b 20\n");
    profile_free(&p);
}

static void a_cycle_that_nothing_enters_keeps_its_time(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "a;b;a", 10);
    graph_of_ratios(&g, &p);
    assert_graph(&g, "a 10 10\n"
                     "b 0 0\n"
                     "a -> b 0\n"
                     "b -> a ?0\n");
    profile_free(&p);
}

/* main enters at a, with 30 of 40, and at b, with 10. From a, c is reached by a alone, b by a; from
 * b, c and a by b alone. */
static void what_enters_a_cycle_flows_away_from_the_entry(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;a;b;c", 30);
    add_sample(&p, "main;b;a", 10);
    add_sample(&p, "main;b;c;b;out", 0);
    graph_of_ratios(&g, &p);
    assert_int_equal(g.n_cycles, 1);
    assert_int_equal(g.functions[0].cycle, 1);
    assert_int_equal(g.functions[3].cycle, 0);
    assert_graph(&g, "a 10 32.5\n"
                     "b 0 32.5\n"
                     "c 30 30\n"
                     "main 0 40\n"
                     "out 0 0\n"
                     "a -> b 22.5\n"
                     "b -> a 2.5\n"
                     "b -> c 30\n"
                     "b -> out 0\n"
                     "c -> b ?30\n"
                     "main -> a 30\n"
                     "main -> b 10\n");
    profile_free(&p);
}

static frame_id frame_named(struct profile *p, const char *name)
{
    return p->stacks.rows[stack_of(p, name)].frame;
}

static void calls_are_shared_by_how_often_they_were_made(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f", 40);
    p.calls.share = CALLS_BY_COUNT;
    assert_true(
        calls_count(&p.calls, calls_add(&p.calls, frame_named(&p, "a"), frame_named(&p, "f")), 1));
    assert_true(
        calls_count(&p.calls, calls_add(&p.calls, frame_named(&p, "b"), frame_named(&p, "f")), 3));
    graph_of_calls(&g, &p);
    assert_true(g.estimated);
    assert_int_equal(g.edges[1].calls, 3);
    assert_graph(&g, "a 0 10\n"
                     "b 0 30\n"
                     "f 40 40\n"
                     "a -> f 10\n"
                     "b -> f 30\n");
    profile_free(&p);
}

/* States what calls cost as Callgrind does: each call all that is spent in it, recursive or not. */
static void state_costs(struct profile *to, const struct graph *g)
{
    const struct profile *p = g->profile;

    profile_init(to, 1, TIME_NONE);
    to->calls.share = CALLS_AS_COSTS;
    for (uint32_t i = 0; i < p->n_samples; i++) {
        stack_id at = p->samples[i].stack;
        uint64_t value = p->columns[0].values[i];
        frame_id callee = 0;
        for (; at; at = p->stacks.rows[at].caller) {
            struct str text = graph_text(g, p->frames.rows[p->stacks.rows[at].frame].name);
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)text.n, text.p);
            if (!callee)
                add_sample(to, name, value);
            frame_id frame = frame_named(to, name);
            if (callee)
                assert_true(calls_cost(&to->calls, calls_add(&to->calls, frame, callee), 0, value));
            callee = frame;
        }
    }
}

/* Exact outside of cycles, and at least the truth inside; exact there as well unless it is said. */
static void assert_bounds(const struct graph *g, const struct graph *truth)
{
    const uint64_t *total = g->measures[0].total;
    const uint64_t *true_total = truth->measures[0].total;

    assert_int_equal(g->n_functions, truth->n_functions);
    for (uint32_t i = 0; i < g->n_functions; i++) {
        assert_true(str_equal(graph_text(g, g->functions[i].name),
                              graph_text(truth, truth->functions[i].name)));
        if (g->functions[i].bound)
            assert_true(g->functions[i].cycle && total[i] >= true_total[i]);
        else
            assert_int_equal(total[i], true_total[i]);
        assert_true(total[i] <= g->measures[0].sum);
    }
}

static void stated_costs_add_up_to_the_totals_of_stacks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 60; seed++) {
        struct profile p;
        struct profile stated;
        struct graph truth;
        struct graph g;
        profile_init(&p, 1, TIME_NONE);
        add_random_samples(&p, seed * 7919, (size_t)seed);
        graph_of_stacks(&truth, &p);
        state_costs(&stated, &truth);
        graph_of_calls(&g, &stated);
        assert_false(g.estimated);
        assert_bounds(&g, &truth);
        graph_free(&g);
        graph_free(&truth);
        profile_free(&stated);
        profile_free(&p);
    }
}

static void recursion_is_drawn_but_not_added(void **state)
{
    struct profile p;
    struct profile stated;
    struct graph truth;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;f;g;f;g;f", 5);
    add_sample(&p, "main;f", 2);
    add_sample(&p, "main;r;r;r;r", 3);
    graph_of_stacks(&truth, &p);
    state_costs(&stated, &truth);
    graph_of_calls(&g, &stated);
    assert_false(g.functions[0].bound);
    assert_true(g.functions[1].bound);
    assert_graph(&g, "f 7 7\n"
                     "g 0 7\n"
                     "main 0 10\n"
                     "r 3 3\n"
                     "f -> g ?7\n"
                     "g -> f ?7\n"
                     "main -> f 7\n"
                     "main -> r 3\n"
                     "r -> r ?3\n");
    graph_free(&truth);
    profile_free(&stated);
    profile_free(&p);
}

static void twins_are_two_functions(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f", 40);
    add_sample(&p, "a", 1);
    struct frame row = p.frames.rows[frame_named(&p, "f")];
    row.twin = 1;
    frame_id twin = frames_add(&p.frames, &row);
    p.calls.share = CALLS_AS_COSTS;
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, frame_named(&p, "a"), twin), 0, 7));
    graph_of_calls(&g, &p);
    assert_graph(&g, "a 1 8\n"
                     "f 40 40\n"
                     "f 0 7\n"
                     "a -> f 7\n");
    profile_free(&p);
}

static void totals_that_the_input_says_stand(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f", 40);
    add_sample(&p, "a", 2);
    p.calls.share = CALLS_AS_COSTS;
    frame_id a = frame_named(&p, "a");
    frame_id f = frame_named(&p, "f");
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, a, f), 0, 39));
    assert_true(calls_total(&p.calls, a, 0, 43));
    assert_true(calls_total(&p.calls, f, 0, 40));
    graph_of_calls(&g, &p);
    assert_false(g.estimated);
    assert_int_equal(g.measures[0].whole, 43);
    assert_int_equal(g.measures[0].sum, 42);
    assert_graph(&g, "a 2 43\n"
                     "f 40 40\n"
                     "a -> f 39\n");
    profile_free(&p);
}

/* Totals, and calls that weigh what their callers do: a report of VTune. */
static void a_cycle_that_the_input_names_is_shared_among_those_that_enter_it(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f", 60);
    add_sample(&p, "g", 40);
    p.calls.share = CALLS_BY_COST;
    frame_id a = frame_named(&p, "a");
    frame_id b = frame_named(&p, "b");
    frame_id f = frame_named(&p, "f");
    frame_id h = frame_named(&p, "g");
    calls_called(&p.calls, f)->cycle = 7;
    calls_called(&p.calls, h)->cycle = 7;
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, a, f), 0, 75));
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, b, f), 0, 25));
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, f, f), 0, 100));
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, f, h), 0, 100));
    assert_true(calls_cost(&p.calls, calls_add(&p.calls, h, f), 0, 40));
    assert_true(calls_total(&p.calls, a, 0, 75));
    assert_true(calls_total(&p.calls, b, 0, 25));
    assert_true(calls_total(&p.calls, f, 0, 100));
    assert_true(calls_total(&p.calls, h, 0, 40));
    graph_of_calls(&g, &p);
    assert_graph(&g, "a 0 75\n"
                     "b 0 25\n"
                     "f 60 100\n"
                     "g 40 40\n"
                     "a -> f 75\n"
                     "b -> f 25\n"
                     "f -> f 100\n"
                     "f -> g 40\n"
                     "g -> f 29\n");
    profile_free(&p);
}

/* In chains and in one large cycle alike: there is no recursion to run out of. */
static void ten_thousand_functions_in_a_row_and_in_a_circle_are_shared_out(void **state)
{
    enum { MANY = 10000 };

    (void)state;
    for (int circle = 0; circle < 2; circle++) {
        struct profile p;
        struct graph g;
        frame_id *frames = mem_alloc(MANY, sizeof *frames);
        profile_init(&p, 1, TIME_NONE);
        for (uint32_t i = 0; i < MANY; i++) {
            char name[16];
            snprintf(name, sizeof name, "f%05u", i);
            add_sample(&p, name, 1);
            frames[i] = frame_named(&p, name);
        }
        p.calls.share = CALLS_BY_COST;
        for (uint32_t i = 0; i + 1 < MANY; i++)
            assert_true(
                calls_cost(&p.calls, calls_add(&p.calls, frames[i], frames[i + 1]), 0, MANY - i));
        if (circle)
            assert_true(
                calls_cost(&p.calls, calls_add(&p.calls, frames[MANY - 1], frames[0]), 0, 1));
        graph_of_calls(&g, &p);
        assert_int_equal(g.n_cycles, circle);
        assert_int_equal(g.measures[0].total[0], MANY * UINT64_C(1000000));
        assert_int_equal(g.measures[0].total[MANY - 1], 1000000);
        mem_free(frames, MANY, sizeof *frames);
        graph_free(&g);
        profile_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_counts_once_for_every_stack_that_holds_it),
        cmocka_unit_test(totals_and_weights_are_true_of_random_stacks),
        cmocka_unit_test(call_ratios_give_callers_all_of_a_function_that_also_is_a_root),
        cmocka_unit_test(a_cycle_that_nothing_enters_keeps_its_time),
        cmocka_unit_test(what_enters_a_cycle_flows_away_from_the_entry),
        cmocka_unit_test(calls_are_shared_by_how_often_they_were_made),
        cmocka_unit_test(stated_costs_add_up_to_the_totals_of_stacks),
        cmocka_unit_test(recursion_is_drawn_but_not_added),
        cmocka_unit_test(twins_are_two_functions),
        cmocka_unit_test(totals_that_the_input_says_stand),
        cmocka_unit_test(a_cycle_that_the_input_names_is_shared_among_those_that_enter_it),
        cmocka_unit_test(ten_thousand_functions_in_a_row_and_in_a_circle_are_shared_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
