/* model/compare/difference: sums, widths and colours of two sides. */
#include "model/compare/difference.h"

#include <math.h>

#include "model/compare/evidence.h"
#include "model/compare/variation.h"
#include "profiles.h"

enum { BEFORE_1 = 1, BEFORE_2, AFTER_1, COLUMNS };

static void add(struct profile *p, const char *stack, uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {0, a, b, c};

    assert_true(profile_add(p, stack_of(p, stack), 0, values));
}

static void fill(struct profile *p)
{
    profile_init(p, COLUMNS, TIME_NONE);
    add(p, "main;f", 10, 20, 30);
    add(p, "main;f;g;f", 1, 3, 0);
    add(p, "main", 0, 0, 6);
}

/* Two runs before and one after. */
static struct difference by_runs(void)
{
    return (struct difference){.n_runs = {2, 1}, .weight = {0.5, 1}};
}

static void widths_of_sides_with_unlike_runs_are_exact(void **state)
{
    struct profile p;
    struct difference d = by_runs();
    const uint64_t both[] = {30 + 2 * 30, 4, 2 * 6};

    (void)state;
    fill(&p);
    difference_lay_out(&d, &p, LAYOUT_UNION);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(p.columns[0].values[i], both[i]);
    assert_int_equal(p.columns[0].total, 106);
    difference_lay_out(&d, &p, LAYOUT_AFTER);
    assert_int_equal(p.columns[0].total, 36);
    difference_lay_out(&d, &p, LAYOUT_BEFORE);
    assert_int_equal(p.columns[0].total, 34);
    profile_free(&p);
}

static void widths_by_work_keep_their_ratio_and_add_up(void **state)
{
    struct profile p;
    struct difference d = by_runs();
    uint64_t sum = 0;

    (void)state;
    d.weight[SIDE_AFTER] = 1.0 / 7;
    fill(&p);
    difference_lay_out(&d, &p, LAYOUT_UNION);
    for (uint32_t i = 0; i < p.n_samples; i++)
        sum += p.columns[0].values[i];
    assert_int_equal(sum, p.columns[0].total);
    double whole = (double)p.columns[0].total;
    assert_true(fabs((double)p.columns[0].values[2] / whole - 6.0 / 7 / (17 + 36.0 / 7)) < 1e-12);
    profile_free(&p);
}

static void the_largest_counts_do_not_overflow_widths(void **state)
{
    struct profile p;
    struct difference d = {.n_runs = {1, 1}, .weight = {1, 1}};

    (void)state;
    profile_init(&p, 3, TIME_NONE);
    add(&p, "a", UINT64_MAX, 1, 0);
    add(&p, "b", 0, UINT64_MAX - 1, 0);
    difference_lay_out(&d, &p, LAYOUT_UNION);
    assert_true(p.columns[0].total < UINT64_C(1) << 53);
    assert_true(p.columns[0].values[0] == p.columns[0].values[1]);
    assert_true(difference_build(&d, &p));
    difference_free(&d);
    profile_free(&p);
}

static void runs_of_a_side_that_do_not_fit_together_are_told(void **state)
{
    struct profile p;
    struct difference d = by_runs();

    (void)state;
    profile_init(&p, COLUMNS, TIME_NONE);
    add(&p, "a", UINT64_MAX, 1, 0);
    assert_false(difference_build(&d, &p));
    difference_free(&d);
    profile_free(&p);
}

static void sums_by_stack_are_those_of_all_runs(void **state)
{
    struct profile p;
    struct difference d = by_runs();

    (void)state;
    fill(&p);
    assert_true(difference_build(&d, &p));
    struct change_sums all = difference_total(&d, 0);
    struct change_sums f = difference_total(&d, stack_of(&p, "main;f"));
    struct change_sums self = difference_self(&d, stack_of(&p, "main;f"));
    assert_int_equal(all.before, 34);
    assert_int_equal(all.after, 36);
    assert_int_equal(f.before, 34);
    assert_int_equal(f.after, 30);
    assert_int_equal(self.before, 30);
    assert_int_equal(self.after, 30);
    assert_true(difference_change(&d, all) == 36 - 17);
    difference_free(&d);
    profile_free(&p);
}

static void a_function_counts_once_a_stack(void **state)
{
    struct profile p;
    struct frame_sums sums;

    (void)state;
    fill(&p);
    frame_sums_build(&sums, &p, false);
    size_t f = p.stacks.rows[stack_of(&p, "main;f")].frame * sums.n_columns;
    assert_int_equal(sums.total[f + BEFORE_2], 23);
    assert_int_equal(sums.self[f + BEFORE_2], 23);
    assert_int_equal(sums.total[f + AFTER_1], 30);
    assert_int_equal(sums.total[BEFORE_1], 11);
    frame_sums_free(&sums);
    profile_free(&p);
}

static void shares_are_percent_of_the_total_before(void **state)
{
    struct profile p;
    struct difference d = by_runs();

    (void)state;
    fill(&p);
    d.shares = true;
    /* f holds 30 after and 17 in a run before. */
    assert_true(fabs(difference_ratio(&d, &p) - 30.0 / 17) < 1e-12);
    d.weight[SIDE_AFTER] /= 30.0 / 17;
    assert_true(difference_build(&d, &p));
    struct change_sums all = difference_total(&d, 0);
    assert_true(fabs((double)all.before * d.scale[SIDE_BEFORE] - 100) < 1e-9);
    assert_true(fabs((double)all.after * d.scale[SIDE_AFTER] - 120) < 1e-9);
    difference_free(&d);
    profile_free(&p);
}

static void colours_are_full_where_much_is_new_and_pale_where_little_changed(void **state)
{
    struct profile p;
    struct difference d = {.n_runs = {1, 1}, .weight = {1, 1}};

    (void)state;
    profile_init(&p, 3, TIME_NONE);
    add(&p, "all", 1000, 1000, 0);
    assert_true(difference_build(&d, &p));
    assert_true(difference_heat(&d, (struct change_sums){0, 20}) == 1);
    assert_true(difference_heat(&d, (struct change_sums){500, 0}) == -1);
    assert_true(difference_heat(&d, (struct change_sums){7, 7}) == 0);
    assert_true(fabs(difference_heat(&d, (struct change_sums){0, 5}) - 0.5) < 1e-12);
    assert_true(difference_heat(&d, (struct change_sums){900, 910}) < 0.1);
    difference_free(&d);
    profile_free(&p);
}

static void what_balances_below_an_unchanged_caller_has_moved(void **state)
{
    struct profile p;
    struct difference d = {.n_runs = {1, 1}, .weight = {1, 1}};

    (void)state;
    profile_init(&p, 3, TIME_NONE);
    add(&p, "renamed;old;leaf", 40, 0, 0);
    add(&p, "renamed;new", 0, 42, 0);
    add(&p, "inlined;callee", 30, 0, 0);
    add(&p, "inlined", 10, 38, 0);
    add(&p, "grown;old", 10, 0, 0);
    add(&p, "grown;new", 0, 20, 0);
    add(&p, "only", 0, 15, 0);
    assert_true(difference_build(&d, &p));
    difference_find_moved(&d);
    assert_true(difference_moved(&d, stack_of(&p, "renamed;old;leaf")));
    assert_true(difference_moved(&d, stack_of(&p, "renamed;new")));
    assert_true(difference_moved(&d, stack_of(&p, "inlined;callee")));
    assert_false(difference_moved(&d, stack_of(&p, "renamed")));
    assert_false(difference_moved(&d, stack_of(&p, "grown;new")));
    assert_false(difference_moved(&d, stack_of(&p, "only")));
    difference_free(&d);
    profile_free(&p);
}

/* Measured in seconds, where samples are 10 to a second. */
static void what_was_measured_of_the_whole_stands_in_place_of_its_samples(void **state)
{
    const struct evidence_row whole = {.before = 2,
                                       .after = 3,
                                       .low = 0.5,
                                       .high = 1.5,
                                       .p = 0.001,
                                       .q = 0.001,
                                       .variance = 0.25,
                                       .df = 8,
                                       .tested = true,
                                       .beyond_noise = true,
                                       .proven = true};
    struct difference d = by_runs();
    struct profile p;

    (void)state;
    fill(&p);
    assert_true(difference_build(&d, &p));
    d.scale[SIDE_BEFORE] = 0.5;
    d.scale[SIDE_AFTER] = 1;
    difference_test(&d);
    const struct evidence_row sampled = d.total_evidence->rows[0];
    difference_free(&d);

    d = by_runs();
    d.whole = &whole;
    assert_true(difference_build(&d, &p));
    d.scale[SIDE_BEFORE] = 0.5;
    d.scale[SIDE_AFTER] = 1;
    difference_test(&d);
    const struct evidence_row *row = &d.total_evidence->rows[0];
    const double scale = sampled.before / whole.before;
    assert_true(row->proven && !sampled.proven);
    assert_true(fabs(row->before - sampled.before) <= 0);
    assert_true(fabs(row->after - sampled.before - 1 * scale) < 1e-9);
    assert_true(fabs(row->low - 0.5 * scale) < 1e-9 && fabs(row->high - 1.5 * scale) < 1e-9);
    assert_true(fabs(row->variance - 0.25 * scale * scale) < 1e-9);
    assert_int_equal(d.total_evidence->n_proven, 1);
    difference_free(&d);
    profile_free(&p);
}

/* The first two runs count their samples beside nanoseconds, the third says what one weighs. */
static void samples_are_counted_where_they_are_known(void **state)
{
    struct difference d = by_runs();
    struct profile p;

    (void)state;
    profile_init(&p, COLUMNS + 3, TIME_NONE);
    const uint64_t values[PROFILE_COLUMNS_MOST] = {0, 40000, 50000, 60000, 40, 50, 0};
    assert_true(profile_add(&p, stack_of(&p, "main;f"), 0, values));
    for (size_t i = 0; i < COLUMNS; i++)
        p.columns[i].unit = names_add(&p.names, STR("ns"));
    p.columns[AFTER_1].period = 1000;
    d.counted = true;
    assert_true(difference_build(&d, &p));
    difference_test(&d);
    assert_int_equal(d.samples, SAMPLES_KNOWN);
    assert_true(fabs(d.total_evidence->rows[0].weight - 1000) < 1e-9);
    difference_free(&d);

    p.columns[AFTER_1].period = -1;
    d = by_runs();
    d.counted = true;
    assert_true(difference_build(&d, &p));
    difference_test(&d);
    assert_int_equal(d.samples, SAMPLES_UNKNOWN);
    assert_false(d.total_evidence->rows[0].tested);
    assert_int_equal(difference_verdict_of(&d, 0, false), VERDICT_NO_SAMPLES);
    difference_free(&d);
    profile_free(&p);
}

static void dumps_are_compared_without_noise(void **state)
{
    struct difference d = {.n_runs = {1, 1}, .weight = {1, 1}};
    struct profile p;

    (void)state;
    profile_init(&p, 3, TIME_NONE);
    add(&p, "pool;take", 3, 7, 0);
    p.columns[1].census = p.columns[2].census = true;
    assert_true(difference_build(&d, &p));
    difference_test(&d);
    assert_int_equal(d.samples, SAMPLES_CENSUS);
    assert_true(difference_is_exact(&d));
    assert_true(difference_sureness(&d, 1) >= 1);
    difference_free(&d);
    profile_free(&p);
}

/* A function of few samples that are far apart, among many of others: judged as if it were alone.
 */
static void rare_functions_are_judged_as_alone(void **state)
{
    enum { N = 150000, EACH = 5000 };
    struct profile all;
    struct profile alone;
    struct difference of_all = {
        .n_runs = {1, 1}, .weight = {1, 1}, .window = {{0, UINT64_MAX}, {0, UINT64_MAX}}};
    struct difference of_alone = of_all;

    (void)state;
    profile_init(&all, 3, TIME_POINTS);
    profile_init(&alone, 3, TIME_POINTS);
    for (uint32_t i = 0; i < 2 * N; i++) {
        const uint64_t values[] = {0, i < N ? 1 : 0, i < N ? 0 : 1};
        const struct moment moment = {(uint64_t)(i % N) * 100000, STATE_RUNNING};
        const bool is_rare = i % EACH == 0 || i % N == N - 1 || (i > N && i % 37000 == 0);
        const char *stack = is_rare ? "main;rare" : i % 7 ? "main;f" : "main;f;g";
        assert_true(profile_add_at(&all, moment, stack_of(&all, stack), 0, values));
        if (is_rare)
            assert_true(profile_add_at(&alone, moment, stack_of(&alone, stack), 0, values));
    }
    difference_take_times(&of_all, &all);
    difference_take_times(&of_alone, &alone);
    const struct variation *v = difference_variation(&of_all, 2, true);
    const struct variation *w = difference_variation(&of_alone, 2, true);
    assert_true(v->before > 29 && v->after > v->before && v->half > 0 && v->half < 1e6);
    assert_true(fabs(v->before - w->before) < 1e-9 && fabs(v->after - w->after) < 1e-9);
    assert_true(fabs(v->half - w->half) < 1e-9 && fabs(v->p - w->p) < 1e-12);
    difference_free(&of_all);
    difference_free(&of_alone);
    profile_free(&all);
    profile_free(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_of_sides_with_unlike_runs_are_exact),
        cmocka_unit_test(widths_by_work_keep_their_ratio_and_add_up),
        cmocka_unit_test(the_largest_counts_do_not_overflow_widths),
        cmocka_unit_test(runs_of_a_side_that_do_not_fit_together_are_told),
        cmocka_unit_test(sums_by_stack_are_those_of_all_runs),
        cmocka_unit_test(a_function_counts_once_a_stack),
        cmocka_unit_test(shares_are_percent_of_the_total_before),
        cmocka_unit_test(what_balances_below_an_unchanged_caller_has_moved),
        cmocka_unit_test(colours_are_full_where_much_is_new_and_pale_where_little_changed),
        cmocka_unit_test(samples_are_counted_where_they_are_known),
        cmocka_unit_test(dumps_are_compared_without_noise),
        cmocka_unit_test(what_was_measured_of_the_whole_stands_in_place_of_its_samples),
        cmocka_unit_test(rare_functions_are_judged_as_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
