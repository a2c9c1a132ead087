/* model/graph/call_paths: ways into a function and out of it, and its places. */
#include "model/graph/call_paths.h"

#include "profiles.h"

enum { ANY = 1000000 };

static uint32_t function_of(const struct graph *g, const char *name)
{
    for (uint32_t i = 0; i < g->n_functions; i++)
        if (str_equal(graph_text(g, g->functions[i].name), str_of(name)))
            return i;
    fail_msg("%s is no function", name);
    return 0;
}

/* Writes "f>g>h 12" for each step, from the function on. */
static void write_ways(struct sink *s, const struct graph *g, const struct call_paths *ways)
{
    uint32_t *path = mem_alloc(ways->n, sizeof *path);

    for (uint32_t i = 0; i < ways->n; i++) {
        size_t n = 0;
        for (uint32_t at = i + 1; at; at = ways->steps[at - 1].a)
            path[n++] = ways->steps[at - 1].b;
        while (n > 0) {
            uint32_t function = path[--n];
            sink_text(s, ">");
            sink_str(s, function == CALL_PATH_BOTTOM ? STR("|")
                                                     : graph_text(g, g->functions[function].name));
        }
        sink_byte(s, ' ');
        sink_u64(s, ways->weights[i]);
        sink_byte(s, '\n');
    }
    mem_free(path, ways->n, sizeof *path);
}

static void assert_ways(const struct graph *g, bool out, uint32_t depth, const char *wanted)
{
    struct call_paths ways;
    struct sink s;

    sink_open_buf(&s);
    assert_true((out ? call_paths_out : call_paths_in)(&ways, g, function_of(g, "f"), depth, ANY));
    write_ways(&s, g, &ways);
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
    call_paths_free(&ways);
}

static void a_way_counts_once_for_every_stack_that_holds_it(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "main;f;g;f;g;f", 5);
    add_sample(&p, "main;f;g", 2);
    add_sample(&p, "f", 1);
    graph_of_stacks(&g, &p);
    assert_ways(&g, false, 9,
                ">g 0\n"
                ">main 0\n"
                ">| 1\n"
                ">g>f 5\n"
                ">main>| 7\n");
    assert_ways(&g, false, 1,
                ">g 5\n"
                ">main 7\n"
                ">| 1\n");
    assert_ways(&g, true, 9,
                ">g 7\n"
                ">g>f 5\n");
    graph_free(&g);
    profile_free(&p);
}

/* The weight of the only step to a function; 0 where there is none. */
static uint64_t weight_to(const struct call_paths *ways, uint32_t function)
{
    for (uint32_t i = 0; i < ways->n; i++)
        if (ways->steps[i].b == function)
            return ways->weights[i];
    return 0;
}

static void ways_of_one_step_weigh_what_edges_do(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct profile p;
        struct graph g;
        struct call_paths ways;
        profile_init(&p, 1, TIME_NONE);
        add_random_samples(&p, seed * 7919, 60);
        graph_of_stacks(&g, &p);
        for (uint32_t i = 0; i < g.n_edges; i++) {
            assert_true(call_paths_out(&ways, &g, g.edges[i].caller, 1, ANY));
            assert_int_equal(weight_to(&ways, g.edges[i].callee), g.measures[0].weight[i]);
            call_paths_free(&ways);
            assert_true(call_paths_in(&ways, &g, g.edges[i].callee, 1, ANY));
            assert_int_equal(weight_to(&ways, g.edges[i].caller), g.measures[0].weight[i]);
            call_paths_free(&ways);
        }
        graph_free(&g);
        profile_free(&p);
    }
}

/* "b;a" sorted otherwise by the ids of stacks. */
static void steps_do_not_depend_on_the_order_of_stacks(void **state)
{
    struct profile p;
    struct graph g;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f;z;y", 1);
    add_sample(&p, "f;a;y", 1);
    add_sample(&p, "f;a;b", 1);
    graph_of_stacks(&g, &p);
    assert_ways(&g, true, 9,
                ">a 2\n"
                ">z 1\n"
                ">a>b 1\n"
                ">a>y 1\n"
                ">z>y 1\n");
    graph_free(&g);
    profile_free(&p);
}

static void too_many_steps_are_told(void **state)
{
    struct profile p;
    struct graph g;
    struct call_paths ways;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    add_sample(&p, "f;a;b;c;d", 1);
    graph_of_stacks(&g, &p);
    assert_false(call_paths_out(&ways, &g, function_of(&g, "f"), 9, 3));
    call_paths_free(&ways);
    graph_free(&g);
    profile_free(&p);
}

static frame_id frame_at(struct profile *p, const char *name, uint64_t offset, uint32_t line)
{
    return frames_add(&p->frames, &(struct frame){.name = names_add(&p->names, str_of(name)),
                                                  .offset = offset,
                                                  .line = line});
}

static void places_hold_their_own_and_what_they_call(void **state)
{
    const uint64_t one = 1;
    const uint64_t two = 2;
    struct profile p;
    struct graph g;
    struct graph_places places;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    stack_id at = stacks_add(&p.stacks, 0, frame_at(&p, "f", 0x20, 3));
    assert_true(profile_add(&p, at, 0, &one));
    at = stacks_add(&p.stacks, at, frame_at(&p, "f", 0x10, 2));
    at = stacks_add(&p.stacks, at, frame_at(&p, "f", 0x20, 3));
    at = stacks_add(&p.stacks, at, frame_at(&p, "g", 0, 0));
    assert_true(profile_add(&p, at, 0, &two));
    frame_at(&p, "f", 0x18, 2); /* in no stack */
    graph_of_stacks(&g, &p);
    assert_true(graph_knows_places(&g, function_of(&g, "f")));
    assert_false(graph_knows_places(&g, function_of(&g, "g")));
    graph_places_build(&places, &g, function_of(&g, "f"));
    assert_int_equal(places.n, 2);
    assert_int_equal(places.rows[0].offset, 0x10);
    assert_int_equal(places.self[0], 0);
    assert_int_equal(places.total[0], 2);
    assert_int_equal(places.rows[1].line, 3);
    assert_int_equal(places.self[1], 1);
    assert_int_equal(places.total[1], 3);
    graph_places_free(&places);
    graph_free(&g);
    profile_free(&p);
}

static frame_id placed(struct profile *p, const char *file, struct frame row)
{
    row.name = names_add(&p->names, str_of("f"));
    row.seen.file = names_add(&p->names, str_of(file));
    return frames_add(&p->frames, &row);
}

static void places_differ_by_what_their_offsets_count_from_and_by_file(void **state)
{
    const uint64_t one = 1;
    const frame_id none = 0;
    struct profile p;
    struct graph g;
    struct graph_places places;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    const frame_id frames[] = {
        placed(&p, "a.c", (struct frame){.line = 7, .line_file = names_add(&p.names, STR("b.h"))}),
        placed(&p, "a.c", (struct frame){.line = 7}),
        placed(&p, "", (struct frame){.offset_kind = OFFSET_IN_FUNCTION}),
        placed(&p, "", (struct frame){.offset = 9, .offset_kind = OFFSET_VIRTUAL}),
        placed(&p, "", (struct frame){.offset = 9}),
    };
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++)
        assert_true(profile_add(&p, stacks_add(&p.stacks, none, frames[i]), 0, &one));
    graph_of_stacks(&g, &p);
    graph_places_build(&places, &g, function_of(&g, "f"));
    assert_int_equal(places.n, 5);
    assert_true(str_equal(graph_text(&g, places.rows[0].file), STR("a.c")));
    assert_true(str_equal(graph_text(&g, places.rows[1].file), STR("b.h")));
    assert_int_equal(places.rows[2].offset_kind, OFFSET_IN_FILE);
    assert_int_equal(places.rows[3].offset_kind, OFFSET_VIRTUAL);
    assert_int_equal(places.rows[4].offset_kind, OFFSET_IN_FUNCTION);
    for (uint32_t i = 0; i < places.n; i++)
        assert_int_equal(places.self[i], 1);
    graph_places_free(&places);
    graph_free(&g);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_counts_once_for_every_stack_that_holds_it),
        cmocka_unit_test(ways_of_one_step_weigh_what_edges_do),
        cmocka_unit_test(steps_do_not_depend_on_the_order_of_stacks),
        cmocka_unit_test(too_many_steps_are_told),
        cmocka_unit_test(places_hold_their_own_and_what_they_call),
        cmocka_unit_test(places_differ_by_what_their_offsets_count_from_and_by_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
