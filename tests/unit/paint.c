/* render/theme/paint: the fill of a frame. */
#include "render/theme/paint.h"

#include <string.h>

#include "themes.h"

/* A range that shows the numbers: black text reads on all of it, so nothing is mixed with white. */
static struct theme numbers(void)
{
    const char *text = "colour a = 128+127*v1 128+127*v2 128+127*v3\notherwise -> a\n";
    struct theme t;
    struct fault f = {0};

    assert_true(theme_parse(&t, "numbers", str_of(text), &f));
    return t;
}

static struct colour fill(const struct painter *p, const char *name)
{
    bool named;
    struct colour c = paint_fill(p, str_of(name), KIND_UNKNOWN, &named);

    assert_false(named);
    return c;
}

/* What flamegraph.pl's functions give in Perl 5 for --colors hot, by name and with --hash. */
static void colours_are_those_of_flamegraph(void **state)
{
    static const struct {
        const char *name;
        struct colour by_name, by_hash;
    } perl[] = {
        {"", {213, 39, 9}, {255, 230, 55}},
        {"main", {243, 179, 42}, {247, 83, 46}},
        {"a", {236, 146, 35}, {235, 140, 33}},
        {"java/lang/String.hash_[j]", {232, 125, 30}, {237, 104, 35}},
        {"libc.so`malloc", {205, 0, 0}, {240, 112, 39}},
        {"`x`yz", {228, 107, 25}, {244, 214, 43}},
        {"gr\xc3\xb6\xc3\x9f"
         "e",
         {229, 113, 27},
         {245, 166, 44}},
        {"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", {253, 223, 53}, {237, 178, 35}},
        {"operator->", {213, 38, 9}, {246, 195, 45}},
        {"[unknown]", {210, 24, 5}, {242, 180, 40}},
        {"do_syscall_64_[k]", {215, 50, 12}, {236, 189, 34}},
        {"tail`", {241, 167, 40}, {228, 230, 25}},
    };
    struct theme hot = load("hot");

    (void)state;
    for (size_t i = 0; i < sizeof perl / sizeof perl[0]; i++) {
        struct painter p = {.theme = &hot, .source = PAINT_BY_NAME};
        assert_true(colour_equal(fill(&p, perl[i].name), colour_under_black(perl[i].by_name)));
        p.source = PAINT_BY_HASH;
        assert_true(colour_equal(fill(&p, perl[i].name), colour_under_black(perl[i].by_hash)));
    }
    theme_free(&hot);
}

/* FNV-1a of "foobar" is 0x85944171f73967e8 (published test vector). */
static void deterministic_colours_are_fnv(void **state)
{
    const uint64_t prime = 0x100000001b3;
    const uint64_t hash = 0x85944171f73967e8;
    struct theme t = numbers();
    struct painter p = {.theme = &t, .source = PAINT_DETERMINISTIC};
    struct colour c = fill(&p, "foobar");

    (void)state;
    assert_int_equal(c.r, 128 + ((hash >> 32) * 127 >> 32));
    assert_int_equal(c.g, 128 + ((hash * prime >> 32) * 127 >> 32));
    assert_int_equal(c.b, 128 + ((hash * prime * prime >> 32) * 127 >> 32));
    theme_free(&t);
}

static void random_colours_follow_the_key_and_the_name(void **state)
{
    struct theme t = numbers();
    struct painter p = {.theme = &t, .source = PAINT_RANDOM, .key = {1, 2}};
    struct painter other = {.theme = &t, .source = PAINT_RANDOM, .key = {3, 4}};
    size_t differ = 0;

    (void)state;
    for (size_t i = 0; i < 26; i++) {
        const char name[] = {(char)('a' + i), '\0'};
        assert_true(colour_equal(fill(&p, name), fill(&p, name)));
        differ += !colour_equal(fill(&p, name), fill(&other, name));
    }
    assert_true(differ > 20);
    theme_free(&t);
}

static void bytes_that_are_no_utf8_have_a_colour(void **state)
{
    static const enum paint_source sources[] = {PAINT_BY_NAME, PAINT_BY_HASH, PAINT_DETERMINISTIC,
                                                PAINT_RANDOM};
    const char bytes[] = "\xff\xc3`\x80\xf0\x9f\xe2\x82";
    struct theme t = load("hot");

    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct painter p = {.theme = &t, .source = sources[i]};
        for (size_t from = 0; from < sizeof bytes; from++) {
            for (size_t to = from; to < sizeof bytes; to++) {
                bool named;
                struct str name = {bytes + from, to - from};
                struct colour c = paint_fill(&p, name, KIND_USER, &named);
                assert_true(c.r >= 205);
            }
        }
    }
    theme_free(&t);
}

static void separators_come_before_everything(void **state)
{
    struct theme t = load("green");
    struct notes notes = {0};
    struct fault f = {0};
    struct palette_map map;
    struct frame_attributes attributes;

    (void)state;
    palette_map_parse(&map, "m", STR("-->rgb(1,2,3)\n--->rgb(4,5,6)\n"), &notes);
    assert_true(frame_attributes_parse(&attributes, "n", STR("-\tfill=#010203\n"), &f));
    struct painter p = {.theme = &t, .map = &map, .attributes = &attributes};
    assert_true(colour_equal(fill(&p, "-"), (struct colour){200, 200, 200}));
    assert_true(colour_equal(fill(&p, "--"), (struct colour){160, 160, 160}));
    palette_map_free(&map);
    frame_attributes_free(&attributes);
    theme_free(&t);
}

static void an_attribute_goes_before_the_map_and_the_map_before_the_theme(void **state)
{
    struct theme t = load("green");
    struct notes notes = {0};
    struct fault f = {0};
    struct palette_map map;
    struct frame_attributes attributes;
    bool named;

    (void)state;
    palette_map_parse(&map, "m", STR("a->rgb(1,2,3)\nb->rgb(4,5,6)\n"), &notes);
    assert_true(frame_attributes_parse(&attributes, "n", STR("a\tfill=#070809\nc\tid=c\n"), &f));
    struct painter p = {.theme = &t, .map = &map, .attributes = &attributes};
    struct colour c = paint_fill(&p, STR("a"), KIND_USER, &named);
    assert_true(named && colour_equal(c, (struct colour){7, 8, 9}));
    c = paint_fill(&p, STR("b"), KIND_USER, &named);
    assert_true(named && colour_equal(c, (struct colour){4, 5, 6}));
    c = paint_fill(&p, STR("c"), KIND_USER, &named);
    assert_true(!named && c.g >= 200);
    palette_map_free(&map);
    frame_attributes_free(&attributes);
    theme_free(&t);
}

static void the_colour_belongs_to_the_name_with_its_mark(void **state)
{
    struct theme t = load("java");
    struct painter p = {.theme = &t};

    (void)state;
    assert_true(fill(&p, "read_[k]").b < 100);
    assert_true(fill(&p, "read").b > 50 && fill(&p, "read").r >= 200);
    assert_false(colour_equal(fill(&p, "read_[j]"), fill(&p, "read_[i]")));
    theme_free(&t);
}

static void shares_are_red_by_their_root(void **state)
{
    (void)state;
    assert_true(colour_equal(paint_by_share(0), (struct colour){250, 250, 250}));
    assert_true(colour_equal(paint_by_share(-1), (struct colour){250, 250, 250}));
    assert_true(colour_equal(paint_by_share(1), (struct colour){255, 100, 100}));
    assert_true(colour_equal(paint_by_share(2), (struct colour){255, 100, 100}));
    assert_true(colour_equal(paint_by_share(0.25), (struct colour){255, 175, 175}));
    assert_true(colour_equal(paint_by_share(0.01), (struct colour){255, 235, 235}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_those_of_flamegraph),
        cmocka_unit_test(deterministic_colours_are_fnv),
        cmocka_unit_test(random_colours_follow_the_key_and_the_name),
        cmocka_unit_test(bytes_that_are_no_utf8_have_a_colour),
        cmocka_unit_test(separators_come_before_everything),
        cmocka_unit_test(an_attribute_goes_before_the_map_and_the_map_before_the_theme),
        cmocka_unit_test(the_colour_belongs_to_the_name_with_its_mark),
        cmocka_unit_test(shares_are_red_by_their_root),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
