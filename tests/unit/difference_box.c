/* render/flame/difference_box: how loud changes are in dark surroundings. */
#include "render/flame/difference_box.h"

#include "profiles.h"
#include "themes.h"

/* The contrast of two colours, in hundredths. */
static unsigned contrast(struct colour a, struct colour b)
{
    const uint64_t least = COLOUR_WHITE / 20;
    uint64_t x = colour_luminance(a) + least;
    uint64_t y = colour_luminance(b) + least;

    return (unsigned)((x > y ? x : y) * 100 / (x > y ? y : x));
}

static void check_change(struct colour end, struct colour ground)
{
    enum { STRONG = 115 }; /* parts of 256: of a frame that grew by a quarter */
    enum { ROUNDED = 2 };  /* channels are whole numbers */
    unsigned before = 0;

    for (unsigned part = 0; part <= 256; part++) {
        struct colour fill = difference_dark_fill(end, part);
        unsigned found = contrast(fill, ground);
        assert_true(found + ROUNDED >= before);
        assert_true(part > 0 || found <= 160);
        assert_true(part < STRONG || found >= 400);
        assert_true(contrast(fill, colour_text_on(fill)) >= 450);
        before = found;
    }
}

static void changes_are_louder_the_stronger_they_are_and_texts_on_them_readable(void **state)
{
    const struct colour ground = {0x17, 0x19, 0x1c};
    struct str name;
    struct str about;
    size_t n = 0;

    (void)state;
    for (; theme_listed(n, &name, &about); n++) {
        char text[64];
        assert_true(name.n < sizeof text);
        memcpy(text, name.p, name.n);
        text[name.n] = '\0';
        struct theme t = load(text);
        check_change(t.more, ground);
        check_change(t.less, ground);
        theme_free(&t);
    }
    assert_true(n > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_louder_the_stronger_they_are_and_texts_on_them_readable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
