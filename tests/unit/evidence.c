/* The statistics of comparisons, against values worked out by hand or known from tables. */
#include "model/compare/evidence.h"

#include <math.h>

#include "model/compare/student.h"
#include "unit.h"

static const struct evidence_runs five = {.n_before = 5, .n_after = 5, .weight = 1};

static void assert_near(double got, double want, double off)
{
    if (!(fabs(got - want) <= off))
        fail_msg("%.12g is not %.12g", got, want);
}

/* s2 is (32 + 114) / 8 = 18.25, v 15, the prior 19.5: (8 x 19.5 + 8 x 18.25) / 16 = 18.875. */
static void variance_lies_between_that_of_the_runs_and_the_prior(void **state)
{
    static const double values[] = {6, 14, 10, 10, 10, 12, 27, 21, 20, 20};
    struct evidence e;

    (void)state;
    evidence_test(&e, &five, values, 1);
    assert_near(e.rows[0].before, 10, 1e-12);
    assert_near(e.rows[0].after, 20, 1e-12);
    assert_near(e.rows[0].variance, 18.875, 1e-12);
    assert_near(e.rows[0].df, 16, 1e-12);
    assert_near(e.spread, 0.4, 1e-15);
    double error = sqrt(18.875 * 0.4);
    assert_near(e.rows[0].p, student_p(10 / error, 16), 1e-15);
    assert_near(e.rows[0].low, 10 - 2.11990530 * error, 1e-7);
    assert_near(e.rows[0].high, 10 + 2.11990530 * error, 1e-7);
    assert_true(e.rows[0].proven);
    assert_true(e.rows[0].beyond_noise);
    evidence_free(&e);
}

/* s2 is 18 / 8 = 2.25, so the mean with the prior is 10.875; v is 15. */
static void variance_is_never_below_that_of_sampling(void **state)
{
    static const double values[] = {10, 12, 11, 9, 8, 20, 22, 18, 20, 20};
    struct evidence e;

    (void)state;
    evidence_test(&e, &five, values, 1);
    assert_near(e.rows[0].variance, 15, 1e-12);
    evidence_free(&e);
}

/* s2 is (2880 + 8000) / 8 = 1360, v 16 and the prior 20.8, which keeps 8 x (20.8 / 1360)^2 degrees
 * of freedom. */
static void rows_noisier_than_the_prior_are_trusted_themselves(void **state)
{
    static const double values[] = {60, 0, 0, 0, 0, 0, 0, 0, 0, 100};
    const double square = (2880.0 + 8000.0) / 8;
    const double df = 8 * (20.8 / square) * (20.8 / square);
    struct evidence e;

    (void)state;
    evidence_test(&e, &five, values, 1);
    assert_near(e.rows[0].df, 8 + df, 1e-9);
    assert_near(e.rows[0].variance, (df * 20.8 + 8 * square) / (8 + df), 1e-9);
    assert_false(e.rows[0].proven);
    evidence_free(&e);
}

/* Rows of p 0.001, 0.015, 0.04, 0.9 would be q 0.004, 0.03, 0.0533, 0.9; here they are found from
 * the p that the module itself gives. */
static void chances_are_corrected_for_the_number_of_rows(void **state)
{
    static const double values[4][10] = {
        {100, 100, 100, 100, 100, 100, 100, 100, 100, 101},
        {100, 100, 100, 100, 100, 117, 117, 117, 117, 117},
        {100, 100, 100, 100, 100, 130, 130, 130, 130, 130},
        {100, 100, 100, 100, 100, 115, 115, 115, 115, 115},
    };
    struct evidence e;

    (void)state;
    evidence_test(&e, &five, values[0], 4);
    const struct evidence_row *r = e.rows;
    assert_true(r[2].p < r[1].p && r[1].p < r[3].p && r[3].p < r[0].p);
    assert_near(r[2].q, r[2].p * 4, 1e-15);
    assert_near(r[1].q, fmin(r[1].p * 2, r[3].p * 4 / 3), 1e-15);
    assert_near(r[3].q, r[3].p * 4 / 3, 1e-15);
    assert_near(r[0].q, r[0].p, 1e-15);
    assert_true(r[3].p < 0.05 && r[3].q > 0.03);
    assert_int_equal(e.n_tested, 4);
    evidence_free(&e);
}

static void equal_runs_show_no_change(void **state)
{
    double values[3 * 10];
    struct evidence e;

    (void)state;
    for (size_t i = 0; i < 30; i++)
        values[i] = i < 10 ? 0 : i < 20 ? 40 : 7;
    evidence_test(&e, &five, values, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(e.rows[i].p >= 1 && e.rows[i].q >= 1);
        assert_false(e.rows[i].proven || e.rows[i].beyond_noise);
        assert_true(e.rows[i].low <= 0 && e.rows[i].high >= 0);
    }
    evidence_free(&e);
}

static void no_rows_are_no_fault(void **state)
{
    static const double none = 0;
    struct evidence_row row;
    struct evidence e;

    (void)state;
    evidence_test(&e, &five, &none, 0);
    assert_int_equal(e.n_tested, 0);
    assert_near(e.level, 0.05, 0);
    evidence_typical(&e, 100, &row);
    /* t(14) and the part of its spread: 2.14478669 + 0.84162123 sqrt(1 + 4.60010994 / 28). */
    assert_near(evidence_least(&e, &row), (2.14478669 + 0.90812828) * sqrt(130 * 0.4), 1e-5);
    evidence_free(&e);
}

static void one_run_a_side_is_never_proven(void **state)
{
    static const double values[] = {0, 1e6, 1e6, 0, 100, 140, 100, 125, 0, 6, 0, 4};
    static const bool beyond[] = {true, true, true, false, true, false};
    struct evidence_runs runs = {.n_before = 1, .n_after = 1, .weight = 1};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_false(e.rows[i].proven);
        assert_true(e.rows[i].p >= 1 && e.rows[i].q >= 1);
        assert_int_equal(e.rows[i].beyond_noise, beyond[i]);
        assert_true(isinf(evidence_least(&e, &e.rows[i])));
    }
    assert_int_equal(e.n_proven, 0);
    evidence_free(&e);
}

/* The exact interval of a count of 0 ends at 3.689, that of 10 lies from 4.795 to 18.390. */
static void intervals_of_one_run_join_those_of_poisson(void **state)
{
    static const double values[] = {0, 10};
    struct evidence_runs runs = {.n_before = 1, .n_after = 1, .weight = 1};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 1);
    assert_near(e.rows[0].low, 10 - sqrt(5.205 * 5.205 + 3.689 * 3.689), 0.02);
    assert_near(e.rows[0].high, 10 + 8.390, 0.02);
    evidence_free(&e);
}

static void one_run_says_nothing_of_what_is_not_counted(void **state)
{
    static const double values[] = {1000, 900000};
    struct evidence_runs runs = {.n_before = 1, .n_after = 1};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 1);
    assert_true(isinf(e.rows[0].low) && isinf(e.rows[0].high));
    assert_false(e.rows[0].beyond_noise || e.rows[0].proven);
    assert_int_equal(evidence_runs_needed(&e, &e.rows[0], 1e6), 0);
    evidence_free(&e);
}

static void one_run_on_either_side_proves_nothing(void **state)
{
    static const double values[] = {100, 1000, 1010, 990, 1005};
    struct evidence_runs runs = {.n_before = 1, .n_after = 4, .weight = 1};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 1);
    assert_true(e.rows[0].beyond_noise);
    assert_false(e.rows[0].proven);
    evidence_free(&e);
    runs.n_before = 2;
    runs.n_after = 3;
    evidence_test(&e, &runs, values, 1);
    assert_false(e.rows[0].proven);
    evidence_free(&e);
}

static void rows_of_fewer_than_80_samples_are_not_tested(void **state)
{
    static const double values[] = {0, 0, 0, 0, 0, 15, 16, 16, 16, 16,
                                    0, 0, 0, 0, 0, 16, 16, 16, 16, 16};
    struct evidence e;

    (void)state;
    evidence_test(&e, &five, values, 2);
    assert_false(e.rows[0].tested || e.rows[0].proven);
    assert_true(e.rows[0].beyond_noise && e.rows[0].q >= 1);
    assert_true(e.rows[1].tested && e.rows[1].proven);
    assert_int_equal(e.n_tested, 1);
    evidence_free(&e);
}

/* Samples of 10 ms each, in ns, by 200 requests a run, are the same evidence as their counts. */
static void unit_and_scale_change_no_verdict(void **state)
{
    static const double counts[] = {6, 14, 10, 10, 10, 12, 27, 21, 20, 20};
    double values[10];
    double scale[10];
    struct evidence_runs runs = {.n_before = 5, .n_after = 5, .scale = scale, .weight = 1e7};
    struct evidence scaled;
    struct evidence plain;

    (void)state;
    for (size_t i = 0; i < 10; i++) {
        values[i] = counts[i] * 1e7;
        scale[i] = 1 / 200.0;
    }
    evidence_test(&plain, &five, counts, 1);
    evidence_test(&scaled, &runs, values, 1);
    assert_near(scaled.rows[0].p, plain.rows[0].p, 1e-12);
    assert_near(scaled.rows[0].low, plain.rows[0].low * 1e7 / 200, 1e-3);
    assert_near(evidence_least(&scaled, &scaled.rows[0]),
                evidence_least(&plain, &plain.rows[0]) * 1e7 / 200, 1e-3);
    assert_int_equal(evidence_runs_needed(&scaled, &scaled.rows[0], 5e4),
                     evidence_runs_needed(&plain, &plain.rows[0], 1));
    evidence_free(&plain);
    evidence_free(&scaled);
}

/* The same by counts beside values, where no weight is given. */
static void counts_beside_values_are_the_same_evidence(void **state)
{
    static const double counts[] = {6, 14, 10, 10, 10, 12, 27, 21, 20, 20};
    double values[10];
    struct evidence_runs runs = {.n_before = 5, .n_after = 5, .counts = counts};
    struct evidence beside;
    struct evidence plain;

    (void)state;
    for (size_t i = 0; i < 10; i++)
        values[i] = counts[i] * 1003009;
    evidence_test(&plain, &five, counts, 1);
    evidence_test(&beside, &runs, values, 1);
    assert_true(beside.rows[0].tested && beside.rows[0].proven);
    assert_near(beside.rows[0].p, plain.rows[0].p, 1e-12);
    assert_near(beside.rows[0].low / 1003009, plain.rows[0].low, 1e-9);
    evidence_free(&plain);
    evidence_free(&beside);
}

/* Three waits a run of 1 s beside 1,000 samples of 1 ms: of the waits there are but 30. */
static void few_long_samples_are_not_tested(void **state)
{
    double values[20];
    double counts[20];
    struct evidence_runs runs = {.n_before = 5, .n_after = 5, .counts = counts};
    struct evidence e;

    (void)state;
    for (size_t i = 0; i < 10; i++) {
        counts[i] = 3;
        values[i] = i < 5 ? 3e9 : 6e9;
        counts[10 + i] = 1000;
        values[10 + i] = 1e9;
    }
    evidence_test(&e, &runs, values, 2);
    assert_false(e.rows[0].tested);
    assert_true(e.rows[1].tested);
    assert_near(e.rows[0].weight, 1.5e9, 1);
    assert_near(e.rows[1].weight, 1e6, 1e-6);
    evidence_free(&e);
}

static void one_run_of_a_census_differs_by_what_it_differs(void **state)
{
    static const double values[] = {3, 7, 2, 2};
    struct evidence_runs runs = {.n_before = 1, .n_after = 1, .weight = 1, .census = true};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 2);
    assert_near(e.rows[0].low, 4, 0);
    assert_near(e.rows[0].high, 4, 0);
    assert_true(e.rows[0].beyond_noise && !e.rows[1].beyond_noise);
    assert_int_equal(e.n_proven, 0);
    evidence_free(&e);
}

static void samples_that_are_not_known_prove_nothing(void **state)
{
    static const double values[] = {1e9, 1e9, 1e9, 1e9, 1e9, 2e9, 2e9, 2e9, 2e9, 2.1e9};
    struct evidence_runs runs = {.n_before = 5, .n_after = 5, .untested = true};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 1);
    assert_true(e.rows[0].beyond_noise && !e.rows[0].tested && !e.rows[0].proven);
    evidence_free(&e);
    runs.n_before = runs.n_after = 1;
    evidence_test(&e, &runs, values, 1);
    assert_true(isinf(e.rows[0].high));
    evidence_free(&e);
}

/* A run of twice the length counts twice as much, and says it with half the variance: the three
 * runs before have 50, 100 and 200 samples for scales of 2, 1 and 1/2. */
static void scales_that_differ_weigh_what_they_counted(void **state)
{
    static const double values[] = {50, 100, 200, 100, 100, 100};
    static const double scale[] = {2, 1, 0.5, 1, 1, 1};
    struct evidence_runs runs = {.n_before = 3, .n_after = 3, .scale = scale, .weight = 1};
    const double mean = 6.5 / 6;
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 1);
    assert_near(e.rows[0].before, 100, 1e-12);
    assert_near(e.rows[0].after, 100, 1e-12);
    assert_near(e.spread, (3.5 / 9 + 3.0 / 9) / mean, 1e-12);
    assert_near(e.rows[0].variance, 100 * mean, 1e-9);
    evidence_free(&e);
}

/* Ten rows whose s2 is 7.344 / 8 of 1000 times their mean, which is the median that chance gives.
 */
static void weight_of_samples_is_found_from_the_rows(void **state)
{
    double values[10][10];
    struct evidence_runs runs = {.n_before = 5, .n_after = 5};
    struct evidence e;

    (void)state;
    for (size_t i = 0; i < 10; i++) {
        double mean = 1e5 * (double)(i + 1);
        double off = sqrt(0.918 * 1000 * mean * 8 / 4);
        for (size_t r = 0; r < 10; r++)
            values[i][r] = mean + (r % 5 == 0 ? off : r % 5 == 1 ? -off : 0);
    }
    evidence_test(&e, &runs, values[0], 10);
    assert_near(e.weight, 1000, 2);
    assert_near(e.multiple, 1, 0);
    assert_int_equal(e.n_proven, 0);
    evidence_free(&e);
    evidence_test(&e, &runs, values[0], 9);
    assert_near(e.weight, 0, 0);
    assert_near(e.rows[0].df, 8, 0);
    evidence_free(&e);
}

static void what_never_varies_is_proven_by_any_change(void **state)
{
    static const double values[] = {500, 500, 501, 501, 500, 500, 500, 500};
    struct evidence_runs runs = {.n_before = 2, .n_after = 2};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 2);
    assert_true(e.rows[0].proven);
    assert_false(e.rows[1].proven);
    assert_near(e.rows[0].low, 1, 0);
    assert_near(e.rows[0].high, 1, 0);
    assert_true(e.rows[0].p > 0 && e.rows[0].q > 0 && e.rows[0].q <= e.rows[1].q);
    evidence_free(&e);
}

/* A tenth of each value: the means of three and of five runs differ in their last digit. */
static void equal_runs_of_unlike_numbers_differ_by_nothing(void **state)
{
    enum { ROWS = 20 };
    static const double scale[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    struct evidence_runs runs = {.n_before = 3, .n_after = 5, .scale = scale};
    double values[ROWS][8];
    struct evidence e;
    size_t differ = 0;

    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        for (size_t run = 0; run < 8; run++)
            values[i][run] = 1001 + 7 * (double)i;
    evidence_test(&e, &runs, values[0], ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        differ += e.rows[i].before < e.rows[i].after || e.rows[i].before > e.rows[i].after;
        assert_true(e.rows[i].tested && e.rows[i].p >= 1);
        assert_false(e.rows[i].proven || e.rows[i].beyond_noise);
    }
    assert_true(differ > 0); /* else this holds nothing */
    evidence_free(&e);
}

static void noisy_runs_raise_what_is_expected_of_all_rows(void **state)
{
    double values[12][10];
    struct evidence e;

    (void)state;
    for (size_t i = 0; i < 12; i++)
        for (size_t r = 0; r < 10; r++)
            values[i][r] = r % 5 == 0 ? 140 : r % 5 == 1 ? 60 : 100;
    evidence_test(&e, &five, values[0], 12);
    assert_near(e.multiple, 8 / 0.918, 0.02);
    evidence_free(&e);
}

static void runs_needed_prove_what_was_asked_and_one_less_does_not(void **state)
{
    static const double values[] = {6, 14, 10, 10, 10, 12, 27, 21, 20, 20};
    struct evidence_runs runs = five;
    struct evidence_row row;
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 1);
    size_t n = evidence_runs_needed(&e, &e.rows[0], evidence_least(&e, &e.rows[0]));
    assert_int_equal(n, 5);
    evidence_typical(&e, 100, &row);
    assert_int_equal(evidence_runs_needed(&e, &row, 1e-3), 0);
    assert_int_equal(evidence_runs_needed(&e, &row, 1e6), 2);
    n = evidence_runs_needed(&e, &row, 10);
    assert_true(n > 5);
    evidence_free(&e);
    for (size_t more = 0; more < 2; more++) {
        static const double none = 0;
        runs.n_before = runs.n_after = n - more;
        evidence_test(&e, &runs, &none, 0);
        evidence_typical(&e, 100, &row);
        assert_int_equal(evidence_least(&e, &row) <= 10, more == 0);
        evidence_free(&e);
    }
}

static void quiet_rows_lower_what_is_expected_to_sampling_alone(void **state)
{
    double values[12][10];
    struct evidence e;

    (void)state;
    for (size_t i = 0; i < 12; i++)
        for (size_t r = 0; r < 10; r++)
            values[i][r] = 100;
    evidence_test(&e, &five, values[0], 12);
    assert_near(e.multiple, 1, 0);
    assert_near(e.rows[0].variance, 100, 1e-9);
    evidence_free(&e);
    evidence_test(&e, &five, values[0], 9);
    assert_near(e.multiple, 1.3, 0);
    evidence_free(&e);
}

/* The errors that n runs a side need, with 8 degrees of freedom of the prior. */
static double power_point(double n)
{
    double df = 8 + 2 * n - 2;
    double t = student_t(0.05, df);

    return t + 0.841621234 * sqrt(1 + t * t / (2 * df));
}

/* With 8 degrees of freedom of the prior and 2 n - 2 of the runs, and 80 samples in 2 n runs. */
static void one_run_a_side_tells_how_many_would_do(void **state)
{
    static const double values[] = {100, 100, 4, 4};
    struct evidence_runs runs = {.n_before = 1, .n_after = 1, .weight = 1};
    struct evidence e;

    (void)state;
    evidence_test(&e, &runs, values, 2);
    size_t n = evidence_runs_needed(&e, &e.rows[0], 20);
    assert_true(power_point((double)n) * sqrt(260 / (double)n) <= 20);
    n--;
    assert_true(power_point((double)n) * sqrt(260 / (double)n) > 20);
    assert_int_equal(evidence_runs_needed(&e, &e.rows[1], 1000), 10);
    evidence_free(&e);
}

static bool is_number(const struct evidence_row *row)
{
    return !isnan(row->before) && !isnan(row->after) && !isnan(row->low) && !isnan(row->high) &&
           !isnan(row->p) && !isnan(row->q) && !isnan(row->variance) && !isnan(row->df);
}

static void nothing_is_ever_not_a_number(void **state)
{
    static const double odd[] = {0, 1, 18446744073709551615.0, 5e-324};
    double values[4 * 4 * 4 * 3];
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < 64; i++)
        for (size_t r = 0, rest = i; r < 3; r++, rest /= 4)
            values[n++] = odd[rest % 4];
    for (size_t before = 1; before < 3; before++)
        for (size_t w = 0; w < 3; w++) {
            static const double scale[] = {1e-12, 1, 1e12};
            struct evidence_runs runs = {.n_before = before,
                                         .n_after = 3 - before,
                                         .scale = w ? scale : NULL,
                                         .weight = w == 1 ? 1 : 0};
            struct evidence e;
            evidence_test(&e, &runs, values, 64);
            for (size_t i = 0; i < 64; i++) {
                assert_true(is_number(&e.rows[i]));
                assert_true(evidence_least(&e, &e.rows[i]) >= 0);
                assert_true(evidence_runs_needed(&e, &e.rows[i], 1) <= EVIDENCE_RUNS_MOST);
            }
            evidence_free(&e);
        }
}

static void rows_in_another_order_come_out_equal(void **state)
{
    enum { ROWS = 40, RUNS = 10 };
    double values[2][ROWS][RUNS];
    struct evidence e[2];
    uint32_t random = 1;

    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        for (size_t r = 0; r < RUNS; r++) {
            random = random * 1664525 + 1013904223;
            values[0][i][r] = values[1][ROWS - 1 - i][r] =
                (double)(random >> 24) + (i > 35) * 300 * (r > 4);
        }
    evidence_test(&e[0], &five, values[0][0], ROWS);
    evidence_test(&e[1], &five, values[1][0], ROWS);
    assert_true(e[0].n_proven > 0);
    for (size_t i = 0; i < ROWS; i++)
        assert_memory_equal(&e[0].rows[i], &e[1].rows[ROWS - 1 - i], sizeof e[0].rows[i]);
    evidence_free(&e[0]);
    evidence_free(&e[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variance_lies_between_that_of_the_runs_and_the_prior),
        cmocka_unit_test(variance_is_never_below_that_of_sampling),
        cmocka_unit_test(rows_noisier_than_the_prior_are_trusted_themselves),
        cmocka_unit_test(chances_are_corrected_for_the_number_of_rows),
        cmocka_unit_test(equal_runs_show_no_change),
        cmocka_unit_test(no_rows_are_no_fault),
        cmocka_unit_test(one_run_a_side_is_never_proven),
        cmocka_unit_test(intervals_of_one_run_join_those_of_poisson),
        cmocka_unit_test(one_run_says_nothing_of_what_is_not_counted),
        cmocka_unit_test(one_run_on_either_side_proves_nothing),
        cmocka_unit_test(rows_of_fewer_than_80_samples_are_not_tested),
        cmocka_unit_test(unit_and_scale_change_no_verdict),
        cmocka_unit_test(counts_beside_values_are_the_same_evidence),
        cmocka_unit_test(few_long_samples_are_not_tested),
        cmocka_unit_test(one_run_of_a_census_differs_by_what_it_differs),
        cmocka_unit_test(samples_that_are_not_known_prove_nothing),
        cmocka_unit_test(scales_that_differ_weigh_what_they_counted),
        cmocka_unit_test(weight_of_samples_is_found_from_the_rows),
        cmocka_unit_test(what_never_varies_is_proven_by_any_change),
        cmocka_unit_test(equal_runs_of_unlike_numbers_differ_by_nothing),
        cmocka_unit_test(noisy_runs_raise_what_is_expected_of_all_rows),
        cmocka_unit_test(quiet_rows_lower_what_is_expected_to_sampling_alone),
        cmocka_unit_test(one_run_a_side_tells_how_many_would_do),
        cmocka_unit_test(runs_needed_prove_what_was_asked_and_one_less_does_not),
        cmocka_unit_test(nothing_is_ever_not_a_number),
        cmocka_unit_test(rows_in_another_order_come_out_equal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
