/* Frames as Java's tools print them. */
#include "unit.h"

#include "input/java/frames.h"

static void a_name_is_what_stands_before_its_place(void **state)
{
    static const char *const rows[][2] = {
        {"a.B.c(B.java:12)", "a.B.c"},
        {"a.B.c(Native Method)", "a.B.c"},
        {"a/B.c(B.java:12(Compiled Code))", "a/B.c"},
        {"java.base/a.B.<init>(B.java:12)", "java.base/a.B.<init>"},
        {"a.B.c(java.base@17/B.java:12)", "a.B.c"},
        {"a.B.c(B.java:12) ~[b-1.2.jar:1.2 (beta)]", "a.B.c"},
        {"a.BTest.draws a page (or two)(BTest.kt:7)", "a.BTest.draws a page (or two)"},
        {"a.B.wait(J)V(Native Method)[optimized]", "a.B.wait(J)V"},
        {"a.B.c(int, long) @bci=0 (Interpreted frame)", "a.B.c"},
        {"a.B.c(B.ja", ""},
        {"a.B.c", ""},
        {"(B.java:12)", ""},
        {"a.B (B.java:12)", ""},
        {"a.B.c(((", ""},
        {"a.B.c)))", ""},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_str(java_name(str_of(rows[i][0])), rows[i][1]);
}

static void a_frame_is_behind_at_and_blanks(void **state)
{
    (void)state;
    assert_str(java_at(STR("\tat a.B.c(B.java:12)")), "a.B.c(B.java:12)");
    assert_str(java_at(STR("at a")), "a");
    assert_null(java_at(STR("attach")).p);
    assert_null(java_at(STR("  at")).p);
    assert_null(java_at(STR("")).p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_what_stands_before_its_place),
        cmocka_unit_test(a_frame_is_behind_at_and_blanks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
