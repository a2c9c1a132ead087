/* Points and chances of t, against tables. */
#include "model/compare/student.h"

#include <math.h>

#include "unit.h"

static void assert_near(double got, double want, double off)
{
    if (!(fabs(got - want) <= off))
        fail_msg("%.12g is not %.12g", got, want);
}

static void points_of_t_are_those_of_tables(void **state)
{
    static const struct {
        double p, df, t;
    } known[] = {
        {0.5, 1, 1},
        {0.05, 1, 12.7062047},
        {0.05, 2, 4.30265273},
        {0.05, 8, 2.30600414},
        {0.05, 16, 2.11990530},
        {0.4, 16, 0.86466700},
        {0.01, 16, 2.92078162},
        {0.001, 10, 4.58689386},
        {0.0001, 8, 7.12000388},
        {0.05, 1e7, 1.95996422},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        assert_near(student_t(known[i].p, known[i].df), known[i].t, 1e-8 * known[i].t);
        assert_near(student_p(known[i].t, known[i].df), known[i].p, 1e-7 * known[i].p);
        assert_near(student_p(-known[i].t, known[i].df), known[i].p, 1e-7 * known[i].p);
    }
    /* By 2 degrees of freedom p is 1 - t / sqrt(2 + t t). */
    assert_near(student_p(3, 2), 1 - 3 / sqrt(11), 1e-14);
}

static void points_and_chances_of_t_are_inverse(void **state)
{
    static const double dfs[] = {0.5, 1, 2.7, 8, 15.3, 30, 2006};

    (void)state;
    for (size_t i = 0; i < sizeof dfs / sizeof dfs[0]; i++)
        for (int power = 0; power < 33; power++) {
            double p = 0.999 * pow(0.37, power);
            assert_near(student_p(student_t(p, dfs[i]), dfs[i]), p, 1e-10 * p);
        }
    assert_true(student_p(0, 3) >= 1);
    /* No chance is none: what is written as 0 would be read as certain. */
    assert_true(student_p(1e300, 3) > 0 && student_p((double)INFINITY, 3) > 0);
    assert_true(student_p(1e300, 3) < 1e-290 && student_p((double)INFINITY, 3) < 1e-290);
    assert_true(student_t(1, 3) <= 0);
    assert_true(isinf(student_t(0, 3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_t_are_those_of_tables),
        cmocka_unit_test(points_and_chances_of_t_are_inverse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
