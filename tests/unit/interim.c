/* Looks at growing runs: when, what they prove, and how often they prove what is not so. */
#include "model/compare/interim.h"

#include <math.h>
#include <string.h>

#include "../bench/random.h"
#include "model/compare/student.h"
#include "unit.h"

enum { RUNS_MOST = 20, TRIES = 4000 };

static void judge(const struct interim *l, struct evidence *e, const double *before,
                  const double *after, size_t runs)
{
    double values[2 * RUNS_MOST];

    memcpy(values, before, runs * sizeof *before);
    memcpy(values + runs, after, runs * sizeof *after);
    const struct evidence_runs sides = {
        .n_before = runs, .n_after = runs, .tests = interim_tests(l)};
    evidence_test(e, &sides, values, 1);
}

static void usual_looks_share_the_5_percent_among_15_tests(void **state)
{
    struct interim l;

    (void)state;
    interim_init(&l, 0);
    assert_int_equal(l.n, 5);
    assert_int_equal(l.runs[0], 5);
    assert_int_equal(l.runs[4], 20);
    assert_int_equal(interim_tests(&l), 15);
}

static void a_number_of_runs_is_looked_at_once(void **state)
{
    struct interim l;

    (void)state;
    interim_init(&l, 12);
    assert_int_equal(l.n, 1);
    assert_int_equal(l.runs[0], 12);
    assert_int_equal(interim_tests(&l), 3);
}

static void what_15_tests_share_is_proven_by_less_than_its_part_only(void **state)
{
    static const double before[] = {98, 99, 100, 101, 102};
    struct evidence e;
    double after[5];
    struct interim l;

    (void)state;
    interim_init(&l, 0);
    for (unsigned wanted = 0; wanted < 2; wanted++) {
        const double point = student_t(0.05 / 15, 8) * (wanted ? 1.001 : 0.999);
        for (size_t i = 0; i < 5; i++)
            after[i] = before[i] + point; /* the standard error is sqrt(2.5 x 2 / 5) = 1 */
        judge(&l, &e, before, after, 5);
        assert_int_equal(interim_verdict(&l, &e), wanted ? INTERIM_PROVEN : INTERIM_OPEN);
        evidence_free(&e);
    }
}

static void intervals_hold_at_all_looks_at_once(void **state)
{
    static const double before[] = {98, 99, 100, 101, 102};
    static const double after[] = {88, 89, 90, 91, 92};
    struct evidence e;
    double low, high;
    struct interim l;

    (void)state;
    interim_init(&l, 0);
    judge(&l, &e, before, after, 5);
    interim_interval(&l, &e, &low, &high);
    const double point = student_t(0.05 / 15, 8);
    assert_true(point > 3.3 && point < 4.5); /* 0.01 has 3.36, 0.002 has 4.50 */
    assert_true(fabs(low - (-10 - point)) < 1e-6 && fabs(high - (-10 + point)) < 1e-6);
    evidence_free(&e);
}

static void no_change_is_hopeless_once_half_of_the_runs_are_made(void **state)
{
    static const double runs[] = {98, 99, 100, 101, 102, 98, 99, 100, 101, 102};
    struct evidence e;
    struct interim l;

    (void)state;
    interim_init(&l, 0);
    judge(&l, &e, runs, runs, 7);
    assert_int_equal(interim_verdict(&l, &e), INTERIM_OPEN);
    evidence_free(&e);
    judge(&l, &e, runs, runs, 10);
    assert_int_equal(interim_verdict(&l, &e), INTERIM_HOPELESS);
    evidence_free(&e);
}

static void runs_that_never_differ_prove_any_change_and_no_change_stays_open(void **state)
{
    static const double before[] = {100, 100, 100, 100, 100};
    static const double after[] = {101, 101, 101, 101, 101};
    struct evidence e;
    struct interim l;

    (void)state;
    interim_init(&l, 0);
    judge(&l, &e, before, after, 5);
    assert_int_equal(interim_verdict(&l, &e), INTERIM_PROVEN);
    evidence_free(&e);
    judge(&l, &e, before, before, 5);
    assert_int_equal(interim_verdict(&l, &e), INTERIM_OPEN);
    evidence_free(&e);
}

/* Nearly normal: the sum of twelve uniform numbers. */
static double noise(struct random *r)
{
    double sum = -6;

    for (unsigned i = 0; i < 12; i++)
        sum += (double)random_below(r, 1u << 20) / (1u << 20);
    return sum;
}

/* Returns how many of the tries prove a change so large, in standard deviations of a run. *runs:
 * of a side, in all. */
static unsigned proofs(double change, size_t *runs)
{
    struct random r = random_seeded(24);
    double before[RUNS_MOST], after[RUNS_MOST];
    unsigned n = 0;
    struct interim l;

    interim_init(&l, 0);
    *runs = 0;
    for (unsigned try = 0; try < TRIES; try++) {
        enum interim_verdict verdict = INTERIM_OPEN;
        for (size_t look = 0, made = 0; look < l.n && verdict == INTERIM_OPEN; look++) {
            struct evidence e;
            for (; made < l.runs[look]; made++) {
                before[made] = 100 + noise(&r);
                after[made] = 100 + change + noise(&r);
            }
            judge(&l, &e, before, after, made);
            verdict = interim_verdict(&l, &e);
            *runs += verdict == INTERIM_OPEN ? 0 : made;
            evidence_free(&e);
        }
        assert_int_not_equal(verdict, INTERIM_OPEN);
        n += verdict == INTERIM_PROVEN;
    }
    return n;
}

static void equal_programs_are_proven_to_differ_in_less_than_one_of_60_tries(void **state)
{
    size_t runs;

    (void)state;
    assert_true(proofs(0, &runs) < TRIES / 60);
    assert_true(runs < (size_t)TRIES * 14); /* most end at 10 */
}

static void a_change_of_three_times_the_noise_is_proven_with_six_runs_or_so(void **state)
{
    size_t runs;

    (void)state;
    assert_true(proofs(3, &runs) == TRIES);
    assert_true(runs < (size_t)TRIES * 8);
}

static void a_change_of_one_and_a_half_times_the_noise_is_proven_in_nine_of_ten_tries(void **state)
{
    size_t runs;

    (void)state;
    assert_true(proofs(1.5, &runs) > TRIES / 10 * 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_looks_share_the_5_percent_among_15_tests),
        cmocka_unit_test(a_number_of_runs_is_looked_at_once),
        cmocka_unit_test(what_15_tests_share_is_proven_by_less_than_its_part_only),
        cmocka_unit_test(intervals_hold_at_all_looks_at_once),
        cmocka_unit_test(no_change_is_hopeless_once_half_of_the_runs_are_made),
        cmocka_unit_test(runs_that_never_differ_prove_any_change_and_no_change_stays_open),
        cmocka_unit_test(equal_programs_are_proven_to_differ_in_less_than_one_of_60_tries),
        cmocka_unit_test(a_change_of_three_times_the_noise_is_proven_with_six_runs_or_so),
        cmocka_unit_test(a_change_of_one_and_a_half_times_the_noise_is_proven_in_nine_of_ten_tries),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
