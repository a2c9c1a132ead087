/* render/graph/{quality,place,ranks}: how well a graph is laid out, and what the child says. */
#include "render/graph/place.h"

#include "unit.h"

#include "base/mem.h"
#include "render/graph/ranks.h"

static void larger_graphs_begin_on_lower_qualities(void **state)
{
    (void)state;
    assert_int_equal(layout_quality_of(0, 0, 0), LAYOUT_FULL);
    assert_int_equal(layout_quality_of(200, 300, 0), LAYOUT_FULL);
    assert_int_equal(layout_quality_of(201, 0, 0), LAYOUT_QUICK);
    assert_int_equal(layout_quality_of(1, 301, 0), LAYOUT_QUICK);
    assert_int_equal(layout_quality_of(400, 800, 0), LAYOUT_QUICK);
    assert_int_equal(layout_quality_of(400, 801, 0), LAYOUT_STRAIGHT);
    assert_int_equal(layout_quality_of(1500, 4000, 0), LAYOUT_STRAIGHT);
    assert_int_equal(layout_quality_of(1501, 1, 0), LAYOUT_SPRINGS);
    assert_int_equal(layout_quality_of(1, 4001, 0), LAYOUT_SPRINGS);
    assert_int_equal(layout_quality_of(1, 1, 1000), LAYOUT_FULL);
    assert_int_equal(layout_quality_of(1, 1, 1001), LAYOUT_QUICK);
    assert_int_equal(layout_quality_of(1, 1, 2001), LAYOUT_STRAIGHT);
    assert_int_equal(layout_quality_of(1, 1, 6001), LAYOUT_SPRINGS);
}

/* The ranks that the edges of a graph pass: pairs of a caller and a callee, in letters. */
static uint64_t passed(const char *pairs)
{
    struct drawn_edge edges[16] = {{.caller = 0}};
    struct drawing d = {.edges = edges, .n_boxes = 8};

    for (; *pairs; pairs += 2) {
        edges[d.n_edges].caller = (uint32_t)(pairs[0] - 'a');
        edges[d.n_edges++].callee = (uint32_t)(pairs[1] - 'a');
    }
    return graph_ranks_passed(&d);
}

static void edges_pass_the_ranks_between_their_ends(void **state)
{
    struct drawing empty = {.n_boxes = 0};

    (void)state;
    assert_int_equal(graph_ranks_passed(&empty), 0);
    assert_int_equal(passed(""), 0);
    assert_int_equal(passed("abbccd"), 0);
    assert_int_equal(passed("abbccdad"), 2);     /* a calls d past b and c */
    assert_int_equal(passed("abbccdadadac"), 5); /* each line counts, also beside another */
    assert_int_equal(passed("aaabbb"), 0);       /* of itself */
    assert_int_equal(passed("abba"), 0);
    assert_int_equal(passed("abbccdda"), 2); /* back to the begin of a circle */
    assert_int_equal(passed("dccbbada"), 2); /* the order of boxes does not matter */
}

static void every_quality_has_a_task_and_a_sentence(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LAYOUT_QUALITIES; i++) {
        const struct layout_quality_row *row = layout_quality_row((enum layout_quality)i);
        assert_non_null(row->task);
        assert_non_null(row->sentence);
        assert_true(i == 0 || row->sentence[0]);
    }
}

/* A drawing of two boxes and two lines between them. */
static void drawing_of_two(struct drawing *d)
{
    *d = (struct drawing){.n_boxes = 2, .n_edges = 2};
    d->boxes = mem_alloc(2, sizeof *d->boxes);
    d->edges = mem_alloc(2, sizeof *d->edges);
}

static bool reads(struct str text)
{
    struct drawing d;

    drawing_of_two(&d);
    bool ok = graph_place_read(&d, text);
    drawing_free(&d);
    return ok;
}

#define WHOLE                                                                                      \
    "g 10000 20050\nn 0 100 200\nn 1 5000 600\n"                                                   \
    "e 1 900 900 100 100 200 200 300 300 -400 400\nl 1 55 66\n.\n"

static void hundredths_become_places(void **state)
{
    struct drawing d;

    (void)state;
    drawing_of_two(&d);
    assert_true(graph_place_read(&d, STR(WHOLE)));
    assert_true(d.width_px == 100 && d.height_px == 200.5);
    assert_true(d.boxes[0].middle.x == 1 && d.boxes[1].middle.y == 6);
    assert_true(d.edges[0].points == 0);
    assert_true(d.edges[1].points == 4 && d.edges[1].tip.x == 9);
    assert_true(d.points[d.edges[1].first_point + 3].x == -4);
    assert_true(d.edges[1].label_middle.y == 0.66);
    drawing_free(&d);
}

static void an_answer_cut_anywhere_is_refused(void **state)
{
    struct str whole = STR(WHOLE);

    (void)state;
    assert_true(reads(whole));
    for (size_t n = 0; n + 1 < whole.n; n++) /* but for the last newline */
        assert_false(reads(str_from_to(whole, 0, n)));
}

static void an_answer_about_another_graph_is_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        ".",
        "g 1 1\n.\n",                                        /* no boxes */
        "g 1 1\nn 0 1 1\n.\n",                               /* one of two */
        "n 0 1 1\nn 1 1 1\n.\n",                             /* no size */
        "g 1 1\nn 0 1 1\nn 2 1 1\n.\n",                      /* no such box */
        "g 1 1\nn 0 1 1\nn 1 1 1\ne 2 1 1 1 1\n.\n",         /* no such line */
        "g 1 1\nn 0 1 1\nn 1 1 1\ne 0 1 1\n.\n",             /* no points */
        "g 1 1\nn 0 1 1\nn 1 1 1\ne 0 1 1 1 1 2 2 3 3\n.\n", /* three points */
        "g 1 1\nn 0 1 1\nn 1 1 1\ne 0 1 1 1 1 2 2 3 3 4\n.\n",
        "g 1 1\nn 0 1 1\nn 1 1\n.\n",
        "g 1 1\nn 0 1 1\nn 1 1 1 1\n.\n",
        "g 1 1\nn 0 1 1\nn 1 nan 1\n.\n",
        "g 1 1\nn 0 1 1\nn 1 1e9 1\n.\n",
        "g 1 1\nn 0 1 1\nn 1 -1000000001 1\n.\n",
        "g 1 1\nn 0 1 1\nn 1 99999999999999999999 1\n.\n",
        "g -1 1\nn 0 1 1\nn 1 1 1\n.\n",
        "g 1 1\nn 0 1 1\nn -1 1 1\n.\n",
        "g 1 1\nc 0 1 1 1 1 1 1\nn 0 1 1\nn 1 1 1\n.\n", /* no such cluster */
        "g 1 1\nx\nn 0 1 1\nn 1 1 1\n.\n",
        "g 1 1\n\nn 0 1 1\nn 1 1 1\n.\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(reads(str_of(wrong[i])));
    assert_true(reads(STR("g 1 1\nn 0 1 1\nn 1 1 1\n.\n")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(larger_graphs_begin_on_lower_qualities),
        cmocka_unit_test(edges_pass_the_ranks_between_their_ends),
        cmocka_unit_test(every_quality_has_a_task_and_a_sentence),
        cmocka_unit_test(hundredths_become_places),
        cmocka_unit_test(an_answer_cut_anywhere_is_refused),
        cmocka_unit_test(an_answer_about_another_graph_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
