/* Overloads are one function where one side does not tell them apart. */
#include "model/overloads.h"

#include "profiles.h"

enum { NAMES_MOST = 4 };

static void make(struct profile *p, const char *const *names)
{
    profile_init(p, 1, TIME_NONE);
    for (size_t i = 0; i < NAMES_MOST && names[i]; i++)
        add_sample(p, names[i], 1);
}

/* What functions are called where the other side has those names. */
static void assert_names(const char *const *fine, const char *const *coarse,
                         const char *const *wanted)
{
    struct profile p;
    struct profile other;

    make(&p, fine);
    make(&other, coarse);
    size_t n = p.frames.n;
    struct frame *rows = overloads_join(&p, &other);
    for (frame_id i = 1; i < n; i++)
        assert_str(names_get(&p.names, rows ? rows[i].name : p.frames.rows[i].name), wanted[i - 1]);
    mem_free(rows, rows ? n : 0, sizeof *rows);
    profile_free(&p);
    profile_free(&other);
}

static void arguments_that_one_side_lacks_are_left_out(void **state)
{
    static const char *const fine[NAMES_MOST] = {"f(int)", "void g<int>(int)", "h_[k]", "main"};
    static const char *const coarse[NAMES_MOST] = {"g<int>", "main", "h", "f"};
    static const char *const wanted[NAMES_MOST] = {"f", "g<int>", "h", "main"};

    (void)state;
    assert_names(fine, coarse, wanted);
    assert_names(coarse, fine, coarse);
}

static void overloads_become_one_where_one_side_has_one(void **state)
{
    static const char *const fine[NAMES_MOST] = {"f(int)", "f(long)", "g(int)", NULL};
    static const char *const coarse[NAMES_MOST] = {"f", "x", NULL, NULL};
    static const char *const wanted[NAMES_MOST] = {"f", "f", "g(int)", NULL};

    (void)state;
    assert_names(fine, coarse, wanted);
}

static void overloads_stay_apart_where_both_sides_tell_them_apart(void **state)
{
    static const char *const one[NAMES_MOST] = {"f(int)", "f(long)", NULL, NULL};
    static const char *const other[NAMES_MOST] = {"f(int)", "f(char)", NULL, NULL};
    static const char *const mixed[NAMES_MOST] = {"f", "f(int)", NULL, NULL};
    static const char *const plain[NAMES_MOST] = {"f", NULL, NULL, NULL};

    (void)state;
    assert_names(one, other, one);
    assert_names(one, mixed, one);
    assert_names(mixed, plain, mixed); /* "f" is on both sides already */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_that_one_side_lacks_are_left_out),
        cmocka_unit_test(overloads_become_one_where_one_side_has_one),
        cmocka_unit_test(overloads_stay_apart_where_both_sides_tell_them_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
