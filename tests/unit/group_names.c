/* model/group_names: what containers and pods are called, by their ids. */
#include "model/group_names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/buf.h"

static const char lines[] = "b2 shop/web\n"
                            "a1-c_d shop/db 0\n"
                            "b2 later\n"
                            "nothing\n"
                            " x\n"
                            "\n"
                            "e5 \n"
                            "f6 end";

static void expect(const struct group_names *g, const char *id, const char *name)
{
    struct str found = group_names_find(g, str_of(id));

    if (!str_equal(found, str_of(name)))
        fail_msg("%s is called \"%.*s\", wanted \"%s\"", id, (int)found.n, found.p, name);
}

static void an_id_has_its_first_name(void **state)
{
    struct group_names g = {.n = 0};

    (void)state;
    group_names_read(&g, str_of(lines));
    expect(&g, "b2", "shop/web");
    expect(&g, "f6", "end");
    expect(&g, "a1-c_d", "shop/db 0");
    group_names_free(&g);
}

static void a_dash_of_an_id_may_be_an_underscore(void **state)
{
    struct group_names g = {.n = 0};

    (void)state;
    group_names_read(&g, str_of(lines));
    expect(&g, "a1-c-d", "shop/db 0");
    expect(&g, "a1_c_d", "shop/db 0");
    group_names_free(&g);
}

static void what_names_nothing_is_left_out(void **state)
{
    static const char *const ids[] = {"", "b", "b22", "nothing", "e5", "x", "a1"};
    struct group_names g = {.n = 0};

    (void)state;
    expect(&g, "b2", "");
    group_names_read(&g, str_of(lines));
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        expect(&g, ids[i], "");
    group_names_free(&g);
}

static void lines_may_be_cut_anywhere(void **state)
{
    enum { BEFORE_NAME = 3, FIRST = 11 };

    (void)state;
    for (size_t i = 0; i < sizeof lines; i++) {
        struct group_names g = {.n = 0};
        const struct str cut = str_from_to(str_of(lines), 0, i);
        group_names_read(&g, cut);
        const struct str found = group_names_find(&g, STR("b2"));
        const size_t n = i < BEFORE_NAME ? 0 : (i < FIRST ? i : FIRST) - BEFORE_NAME;
        assert_int_equal(found.n, n);
        group_names_free(&g);
    }
}

static void expect_start(const struct group_names *g, const char *start, size_t least,
                         const char *name)
{
    struct str found = group_names_find_start(g, str_of(start), least);

    if (!str_equal(found, str_of(name)))
        fail_msg("%s is called \"%.*s\", wanted \"%s\"", start, (int)found.n, found.p, name);
}

static void the_start_of_one_id_finds_its_name(void **state)
{
    struct group_names g = {.n = 0};

    (void)state;
    group_names_read(&g, str_of("abcd1 one\nabcd1 later\nabce2 two\nabce3 three\nabcf same\n"
                                "abcf4 same\nabd long\nabd-5 other"));
    expect_start(&g, "abcd", 4, "one");
    expect_start(&g, "abce", 4, "");
    expect_start(&g, "abcf", 4, "same");
    expect_start(&g, "abd", 4, "other");
    expect_start(&g, "abd_", 4, "other");
    expect_start(&g, "abcd1", 6, "");
    expect_start(&g, "zz", 1, "");
    group_names_free(&g);
}

/* 16 MB of them would take 200. */
static void more_than_any_host_has_are_left_out(void **state)
{
    enum { MOST = 65536, MORE = MOST + 3 };
    struct group_names g = {.n = 0};
    struct buf text = {0};
    char line[32];

    (void)state;
    for (unsigned i = 0; i < MORE; i++) {
        snprintf(line, sizeof line, "%x n%u\n", i, i);
        buf_add(&text, str_of(line));
    }
    group_names_read(&g, buf_str(&text));
    assert_int_equal(g.n, MOST);
    expect(&g, "ffff", "n65535");
    expect(&g, "10000", "");
    group_names_free(&g);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_has_its_first_name),
        cmocka_unit_test(a_dash_of_an_id_may_be_an_underscore),
        cmocka_unit_test(what_names_nothing_is_left_out),
        cmocka_unit_test(lines_may_be_cut_anywhere),
        cmocka_unit_test(the_start_of_one_id_finds_its_name),
        cmocka_unit_test(more_than_any_host_has_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
