/* Tests of render/theme/colour. */
#include "render/theme/colour.h"

#include <math.h>

#include "unit.h"

static double light(unsigned char channel)
{
    double v = channel / 255.0;

    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour c)
{
    return 0.2126 * light(c.r) + 0.7152 * light(c.g) + 0.0722 * light(c.b);
}

static double contrast(struct colour a, struct colour b)
{
    double x = luminance(a) + 0.05;
    double y = luminance(b) + 0.05;

    return x > y ? x / y : y / x;
}

static const struct colour black = {0, 0, 0};
static const struct colour white = {255, 255, 255};

static void colours_are_read_in_both_forms(void **state)
{
    struct colour c;
    struct colour_text text;

    (void)state;
    assert_true(colour_parse(STR("#0a9Fff"), &c));
    assert_true(colour_equal(c, (struct colour){10, 159, 255}));
    assert_string_equal(colour_hex(&text, c), "#0a9fff");
    assert_true(colour_parse(STR("rgb(1,02, 255 )"), &c));
    assert_true(colour_equal(c, (struct colour){1, 2, 255}));
}

static void other_colours_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "#",
        "#12345",
        "#1234567",
        "#12345g",
        "rgb",
        "rgb(",
        "rgb()",
        "rgb(1,2)",
        "rgb(1,2,3,4)",
        "rgb(1,2,",
        "rgb(1,2,256)",
        "rgb(-1,2,3)",
        "rgb(1,2,3) ",
        "rgb(1,,3)",
        "rgb(1.5,2,3)",
        "red",
        "rgb(1 2 3)",
        "url(#a)",
        "#12345\xff",
        "rgb(1,2,3)\"",
        "rgb(1,2,99999999999999999999)",
    };
    struct colour c;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(colour_parse(str_of(bad[i]), &c));
}

static void luminance_is_that_of_wcag_rounded_down(void **state)
{
    (void)state;
    assert_true(colour_luminance(black) == 0);
    assert_true(colour_luminance(white) == COLOUR_WHITE);
    for (unsigned i = 0; i < 256; i++) {
        unsigned char v = (unsigned char)i;
        struct colour c = {v, (unsigned char)(255 - v), (unsigned char)(v ^ 0x55)};
        double exact = luminance(c) * 1e10;
        double ours = (double)colour_luminance(c);
        assert_true(ours <= exact + 1e-3 && ours > exact - 10001);
    }
}

static void black_text_reads_on_every_lightened_colour(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1u << 15; i++) {
        struct colour c = {(unsigned char)((i >> 10) * 255 / 31),
                           (unsigned char)((i >> 5 & 31) * 255 / 31),
                           (unsigned char)((i & 31) * 255 / 31)};
        struct colour out = colour_under_black(c);
        assert_true(contrast(out, black) >= 4.5);
        if (contrast(c, black) >= 4.50001)
            assert_true(colour_equal(out, c));
    }
}

static void no_smaller_step_towards_white_would_do(void **state)
{
    static const struct colour dark[] = {{0, 0, 0}, {205, 0, 0}, {80, 80, 205}, {0, 80, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof dark / sizeof dark[0]; i++) {
        struct colour c = dark[i];
        struct colour out = colour_under_black(c);
        unsigned k = 0;
        struct colour step = c;
        while (!colour_equal(step, out)) {
            assert_true(contrast(step, black) < 4.5001);
            assert_true(++k < 256);
            step = (struct colour){(unsigned char)(c.r + (255u - c.r) * k / 255),
                                   (unsigned char)(c.g + (255u - c.g) * k / 255),
                                   (unsigned char)(c.b + (255u - c.b) * k / 255)};
        }
    }
}

static void colours_are_lightened_to_a_luminance_and_no_further(void **state)
{
    static const struct colour dark[] = {{0, 0, 0}, {255, 0, 0}, {0, 0, 255}, {80, 80, 205}};
    const uint64_t wanted = COLOUR_WHITE / 4;

    (void)state;
    for (size_t i = 0; i < sizeof dark / sizeof dark[0]; i++) {
        uint64_t found = colour_luminance(colour_lightened(dark[i], wanted));
        assert_true(found >= wanted && found < wanted + COLOUR_WHITE / 50);
    }
    assert_true(colour_equal(colour_lightened(white, wanted), white));
}

static void text_takes_the_side_with_more_contrast(void **state)
{
    (void)state;
    assert_true(colour_equal(colour_text_on(white), black));
    assert_true(colour_equal(colour_text_on(black), white));
    for (unsigned i = 0; i < 256; i++) {
        struct colour fill = {(unsigned char)i, (unsigned char)(i / 2), (unsigned char)(255 - i)};
        double best = fmax(contrast(fill, black), contrast(fill, white));
        assert_true(contrast(fill, colour_text_on(fill)) >= best - 1e-4);
        assert_true(best >= 4.5);
    }
}

static void separators_are_grey(void **state)
{
    struct colour c;

    (void)state;
    assert_true(colour_of_separator(STR("-"), &c));
    assert_true(colour_equal(c, (struct colour){200, 200, 200}));
    assert_true(colour_of_separator(STR("--"), &c));
    assert_true(colour_equal(c, (struct colour){160, 160, 160}));
    assert_false(colour_of_separator(STR(""), &c));
    assert_false(colour_of_separator(STR("---"), &c));
    assert_false(colour_of_separator(STR("-x"), &c));
    assert_false(colour_of_separator(STR("+"), &c));
}

static void every_colour_has_a_word(void **state)
{
    (void)state;
    assert_string_equal(colour_word((struct colour){0, 0, 0}), "grey");
    assert_string_equal(colour_word((struct colour){255, 255, 255}), "grey");
    assert_string_equal(colour_word((struct colour){255, 128, 0}), "orange");
    assert_string_equal(colour_word((struct colour){0, 0, 255}), "blue");
    assert_string_equal(colour_word((struct colour){255, 0, 1}), "red");
    for (unsigned i = 0; i < 1 << 12; i++)
        assert_true(*colour_word((struct colour){(unsigned char)(i >> 8 << 4),
                                                 (unsigned char)((i >> 4 & 15) << 4),
                                                 (unsigned char)((i & 15) << 4)}));
}

static void backgrounds_have_the_classic_ends(void **state)
{
    static const struct {
        const char *name;
        struct colour top, bottom;
    } classic[] = {
        {"yellow", {238, 238, 238}, {238, 238, 176}}, {"blue", {238, 238, 238}, {224, 224, 255}},
        {"green", {238, 242, 238}, {224, 255, 224}},  {"grey", {248, 248, 248}, {232, 232, 232}},
        {"#123456", {18, 52, 86}, {18, 52, 86}},
    };
    struct background b;

    (void)state;
    for (size_t i = 0; i < sizeof classic / sizeof classic[0]; i++) {
        assert_true(background_parse(str_of(classic[i].name), &b));
        assert_true(colour_equal(b.top, classic[i].top));
        assert_true(colour_equal(b.bottom, classic[i].bottom));
    }
    assert_false(background_parse(STR("gray"), &b));
    assert_false(background_parse(STR(""), &b));
    assert_false(background_parse(STR("rgb(1,2,3)"), &b));
    assert_false(background_parse(STR("#zzzzzz"), &b));
}

static void white_text_reads_on_every_dark_background(void **state)
{
    static const char *const names[] = {"yellow",  "blue",    "green",  "grey",
                                        "#ffffff", "#ff8800", "#00ff00"};
    struct background b;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_true(background_parse(str_of(names[i]), &b));
        assert_true(contrast(b.top, black) >= 7);
        assert_true(contrast(b.bottom, black) >= 7);
        assert_true(contrast(b.dark_top, white) >= 12);
        assert_true(contrast(b.dark_bottom, white) >= 12);
    }
    assert_true(background_parse(STR("#101820"), &b));
    assert_true(colour_equal(b.dark_top, b.top));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_read_in_both_forms),
        cmocka_unit_test(other_colours_are_refused),
        cmocka_unit_test(luminance_is_that_of_wcag_rounded_down),
        cmocka_unit_test(black_text_reads_on_every_lightened_colour),
        cmocka_unit_test(colours_are_lightened_to_a_luminance_and_no_further),
        cmocka_unit_test(no_smaller_step_towards_white_would_do),
        cmocka_unit_test(text_takes_the_side_with_more_contrast),
        cmocka_unit_test(separators_are_grey),
        cmocka_unit_test(every_colour_has_a_word),
        cmocka_unit_test(backgrounds_have_the_classic_ends),
        cmocka_unit_test(white_text_reads_on_every_dark_background),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
