/* Changes between parts of recordings, against numbers of a reference of the rule. */
#include "model/compare/variation.h"

#include <math.h>

#include "../bench/random.h"
#include "base/mem.h"
#include "unit.h"

enum { CELLS = 4000, CELL_MS = 5, MS = 1000000, ROOM = 2 * CELLS * CELL_MS };

/* The events of one row. */
struct made {
    struct variation_event *events;
    uint32_t *row;
    size_t n;
};

static void made_init(struct made *m)
{
    m->events = mem_alloc(ROOM, sizeof *m->events);
    m->row = mem_alloc(ROOM, sizeof *m->row);
    m->n = 0;
}

static void made_free(struct made *m)
{
    mem_free(m->events, ROOM, sizeof *m->events);
    mem_free(m->row, ROOM, sizeof *m->row);
}

static void add(struct made *m, uint64_t at_ms, double value, double rate)
{
    m->events[m->n] = (struct variation_event){at_ms * MS, value, rate};
    m->row[m->n] = (uint32_t)m->n;
    m->n++;
}

/* A thread that is in a function for up to so many ms, and out of it again, in 7 of 10 samples. In
 * cells from..to each sample is there twice. */
static void make(struct made *m, unsigned seed, unsigned most_ms, unsigned from, unsigned to)
{
    struct random r = random_seeded(seed);
    unsigned left = 0;
    bool is_in = false;

    for (unsigned ms = 0; ms < CELLS * CELL_MS; ms++) {
        if (!left) {
            is_in = !is_in;
            left = 1 + random_below(&r, most_ms);
        }
        left--;
        if (!is_in || random_below(&r, 10) >= 7)
            continue;
        add(m, ms, MS, 0);
        if (ms >= from * CELL_MS && ms < to * CELL_MS)
            add(m, ms, MS, 0);
    }
}

/* Cells of both parts, which need not be in the order of time; the rest is beside them. */
static struct variation_plan plan_of(const unsigned *cells)
{
    const unsigned *first = cells[0] < cells[2] ? cells : cells + 2;
    const unsigned *second = cells[0] < cells[2] ? cells + 2 : cells;
    const uint64_t ns = (uint64_t)CELL_MS * MS;
    struct variation_plan plan = {
        .side = {{cells[0] * ns, cells[1] * ns}, {cells[2] * ns, cells[3] * ns}},
        .rest = {{0, first[0] * ns}, {first[1] * ns, second[0] * ns}, {second[1] * ns, CELLS * ns}},
        .n_rests = 3,
        .period_ns = MS,
    };

    for (size_t i = 0; i < 2; i++)
        plan.weight[i] = 1 / (double)(plan.side[i].to_ns - plan.side[i].from_ns);
    variation_prepare(&plan);
    return plan;
}

static void numbers_are_those_of_the_reference(void **state)
{
    static const struct {
        unsigned cells[4], most_ms, seed;
        double before, after, half;
        bool beyond;
    } known[] = {
        {{0, 512, 1024, 1536}, 30, 1, 0.365234, 0.333984, 0.068197, false},
        {{0, 512, 1024, 1536}, 800, 1, 0.355469, 0.373047, 0.343802, false},
        {{100, 1124, 2000, 3024}, 30, 2, 0.365820, 0.725391, 0.055866, true},
        {{100, 1124, 2000, 3024}, 800, 2, 0.308789, 0.730859, 0.349043, true},
        {{3000, 3064, 1500, 1564}, 30, 3, 0.296875, 0.309375, 0.155554, false},
        {{3000, 3064, 1500, 1564}, 800, 3, 0.225000, 0.000000, 0.731946, false},
        {{10, 522, 600, 2648}, 30, 4, 0.345313, 0.347266, 0.051779, false},
        {{10, 522, 600, 2648}, 800, 4, 0.319531, 0.300293, 0.299647, false},
        {{2000, 4000, 600, 1624}, 30, 5, 0.359100, 0.349219, 0.034999, false},
        {{2000, 4000, 600, 1624}, 800, 5, 0.384700, 0.352734, 0.191612, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct variation_plan plan = plan_of(known[i].cells);
        const bool grows = known[i].seed == 2;
        struct variation v;
        struct made m;
        made_init(&m);
        make(&m, known[i].seed, known[i].most_ms, grows ? known[i].cells[2] : 0,
             grows ? known[i].cells[3] : 0);
        variation_judge(&v, &plan, m.events, m.row, m.n);
        assert_true(fabs(v.before - known[i].before) < 1e-6);
        assert_true(fabs(v.after - known[i].after) < 1e-6);
        assert_true(fabs(v.half - known[i].half) < 1e-6);
        assert_int_equal(v.verdict == VARIATION_BEYOND, known[i].beyond);
        assert_true(known[i].beyond ? v.p < 0.05 : v.p >= 0.05);
        made_free(&m);
    }
}

/* A wait is in each block what of it lies there, as if it were sampled each ms. */
static void waits_weigh_in_every_block_they_pass(void **state)
{
    static const unsigned cells[] = {100, 612, 1000, 2024};
    const struct variation_plan plan = plan_of(cells);
    struct random r = random_seeded(7);
    struct made waits, samples;
    struct variation v, w;
    unsigned at = 0;

    (void)state;
    made_init(&waits);
    made_init(&samples);
    while (at + 1600 < CELLS * CELL_MS) {
        const unsigned begin = at + random_below(&r, 800);
        const unsigned end = begin + 1 + random_below(&r, 800);
        add(&waits, begin, 0, 1);
        add(&waits, end, 0, -1);
        for (unsigned ms = begin; ms < end; ms++)
            add(&samples, ms, MS, 0);
        at = end;
    }
    variation_judge(&v, &plan, waits.events, waits.row, waits.n);
    variation_judge(&w, &plan, samples.events, samples.row, samples.n);
    assert_true(fabs(v.before - w.before) < 1e-9 && v.before > 0);
    assert_true(fabs(v.after - w.after) < 1e-9 && v.after > 0);
    assert_true(fabs(v.half - w.half) < 1e-9 && v.half > 0);
    assert_int_equal(v.block_ns, w.block_ns);
    assert_true(v.n_waits >= 5 && fabs(v.waited * 1e-9 - v.before * 2.56 - v.after * 5.12) < 1e-6);
    made_free(&waits);
    made_free(&samples);
}

static void few_waits_are_counted_and_not_judged(void **state)
{
    static const unsigned cells[] = {0, 2000, 2000, 4000};
    const struct variation_plan plan = plan_of(cells);
    struct variation v;
    struct made m;

    (void)state;
    made_init(&m);
    add(&m, 9900, 0, 1);
    add(&m, 10480, 0, -1);
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_FEW_WAITS);
    assert_int_equal(v.n_waits, 2); /* it is in both parts */
    assert_true(fabs(v.waited - 580.0 * MS) < 1);
    for (unsigned i = 0; i < 4; i++) {
        add(&m, 12000 + 100 * i, 0, 1);
        add(&m, 12050 + 100 * i, 0, -1);
    }
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_true(v.verdict == VARIATION_WITHIN || v.verdict == VARIATION_BEYOND);
    made_free(&m);
}

/* Threads that wait all the time: their blocks differ by how sums are rounded. */
static void add_waiting(struct made *m, unsigned threads, unsigned from_ms, unsigned to_ms)
{
    for (unsigned thread = 0; thread < threads; thread++)
        add(m, from_ms, 0, 1.0 / 3);
    for (unsigned thread = 0; thread < threads; thread++)
        add(m, to_ms, 0, -1.0 / 3);
}

static void what_never_varies_is_judged_by_any_change_but_no_rounding(void **state)
{
    static const unsigned cells[] = {0, 1999, 2000, 4000};
    struct variation_plan plan = plan_of(cells);
    struct variation v;
    struct made m;

    (void)state;
    plan.n_rests = 0;
    variation_prepare(&plan);
    made_init(&m);
    add_waiting(&m, 7, 0, 20000);
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_WITHIN);
    assert_true(v.p >= 1);
    m.n = 0;
    add_waiting(&m, 7, 0, 10000);
    add_waiting(&m, 8, 10000, 20000);
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_BEYOND);
    assert_true(v.p > 0 && v.p < 1e-3);
    made_free(&m);
}

static void what_is_too_little_is_not_judged(void **state)
{
    static const unsigned cells[] = {0, 2000, 2000, 4000};
    static const unsigned narrow[] = {0, 4, 2000, 2004};
    struct variation_plan plan = plan_of(cells);
    struct variation v;
    struct made m;

    (void)state;
    made_init(&m);
    for (unsigned i = 0; i < VARIATION_SAMPLES_LEAST - 1; i++)
        add(&m, 10000 + 190 * i, MS, 0);
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_FEW_SAMPLES);
    add(&m, 19500, MS, 0);
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_BEYOND);
    m.n = 0;
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_FEW_SAMPLES);
    plan = plan_of(narrow);
    plan.n_rests = 0;
    variation_prepare(&plan);
    for (unsigned i = 0; i < VARIATION_SAMPLES_LEAST; i++)
        add(&m, 1, MS, 0);
    variation_judge(&v, &plan, m.events, m.row, m.n);
    assert_int_equal(v.verdict, VARIATION_SHORT);
    assert_true(isinf(v.half));
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_reference),
        cmocka_unit_test(waits_weigh_in_every_block_they_pass),
        cmocka_unit_test(few_waits_are_counted_and_not_judged),
        cmocka_unit_test(what_never_varies_is_judged_by_any_change_but_no_rounding),
        cmocka_unit_test(what_is_too_little_is_not_judged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
