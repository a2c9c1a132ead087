/* input/folded: lines in any order make one tree. */
#include <stdlib.h>

#include "input/formats.h"
#include "input/input.h"
#include "profiles.h"

enum { LINES = 50, LINE_MOST = 56 };

struct lines {
    char text[LINES][LINE_MOST];
};

/* Names that are beginnings of others, with characters before and behind ';'. */
static void draw(struct lines *lines, uint64_t *seed)
{
    static const char *const names[] = {"a",  "a.b", "a b",        "aa",
                                        "a~", "b",   "b (c.py:1)", "b (c.py:2)"};

    for (size_t i = 0; i < LINES; i++) {
        size_t depth = 1 + random_below(seed, 4);
        char *text = lines->text[i];
        text[0] = '\0';
        for (size_t k = 0; k < depth; k++) {
            strcat(text, k ? ";" : "");
            strcat(text, names[random_below(seed, sizeof names / sizeof names[0])]);
        }
        strcat(text, " 1\n");
    }
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int compare_backwards(const void *a, const void *b)
{
    return compare(b, a);
}

static void read_lines(struct profile *p, const struct lines *lines, bool modules)
{
    const struct ask ask = {.limits = limits_usual(), .naming = {.modules = modules}};
    struct buf text = {0};
    struct source source;
    struct blocks blocks;
    struct fault f = {0};

    for (size_t i = 0; i < LINES; i++)
        buf_add(&text, str_of(lines->text[i]));
    profile_init(p, 1, TIME_NONE);
    struct reading r = {.name = "made", .ask = &ask, .info = &p->info, .first_part = true};
    assert_true(source_open_memory(&source, "made", buf_str(&text), &ask.limits, &f));
    blocks_init(&blocks, &source);
    assert_true(input_find(STR("folded"), &f)->read(&r, &blocks, p, &f));
    blocks_free(&blocks);
    source_close(&source);
    buf_free(&text);
}

static void assert_each_pair_once(const struct profile *p)
{
    const struct stack *rows = p->stacks.rows;

    for (stack_id i = 1; i < p->stacks.n; i++)
        for (stack_id k = 1; k < i; k++)
            if (rows[k].caller == rows[i].caller && rows[k].frame == rows[i].frame)
                fail_msg("stacks %u and %u are the same", k, i);
}

static void lines_in_any_order_make_the_same_tree(void **state)
{
    static int (*const orders[])(const void *, const void *) = {compare, compare_backwards};
    struct lines lines;
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        struct profile as_drawn;
        draw(&lines, &seed);
        read_lines(&as_drawn, &lines, i % 2);
        assert_each_pair_once(&as_drawn);
        for (size_t k = 0; k < 2; k++) {
            struct profile sorted;
            qsort(lines.text, LINES, LINE_MOST, orders[k]);
            if (i % 3)
                memcpy(lines.text[LINES / 2], lines.text[LINES / 3], LINE_MOST);
            read_lines(&sorted, &lines, i % 2);
            assert_each_pair_once(&sorted);
            if (i % 3 == 0) {
                assert_int_equal(sorted.stacks.n, as_drawn.stacks.n);
                assert_same_samples(&sorted, &as_drawn);
            }
            profile_free(&sorted);
        }
        profile_free(&as_drawn);
    }
}

/* The leaf comes before a name that it begins, and again behind it as a caller. */
static void a_leaf_that_comes_again_as_a_caller_is_one_frame(void **state)
{
    struct lines lines = {{"m;a 1\n", "m;a.b;x 1\n", "m;a;x 1\n", "m 1\n", "m;a.b;x 1\n"}};
    struct profile p;

    (void)state;
    read_lines(&p, &lines, false);
    assert_int_equal(p.stacks.n, 1 + 5);
    assert_each_pair_once(&p);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_in_any_order_make_the_same_tree),
        cmocka_unit_test(a_leaf_that_comes_again_as_a_caller_is_one_frame),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
