/* Any bytes are a theme or a fault with a place; black text reads on every colour of a theme. */
#include <stdint.h>
#include <stdlib.h>

#include "render/theme/theme.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Light enough for 4.5:1, in the units of colour_luminance. */
static void check_colours(const struct theme *t)
{
    for (size_t i = 0; i < t->n_colours; i++) {
        for (unsigned corner = 0; corner < 8; corner++) {
            const double v[3] = {corner & 1, corner >> 1 & 1, corner >> 2 & 1};
            check(colour_luminance(theme_colour_at(t, i, v)) >= 1750000000);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"", "java/lang/String.hash_[j]", "a`b::c", "/x.js",
                                        "\xff\\"};
    struct str bytes = {size ? (const char *)data : "", size};
    struct fault f = {0};
    struct theme t;

    if (theme_parse(&t, "fuzz", bytes, &f)) {
        check(f.kind == FAULT_NONE);
        check_colours(&t);
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            check(theme_match(&t, str_of(names[i]), KIND_UNKNOWN) < t.n_colours);
        check(theme_match(&t, bytes, KIND_KERNEL) < t.n_colours);
    } else {
        check(f.kind == FAULT_INPUT && str_starts(str_of(f.text), STR("fuzz:")));
    }
    theme_free(&t);
    return 0;
}
