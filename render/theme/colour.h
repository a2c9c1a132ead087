/* Colours, their contrast, and the backgrounds of a picture. Integers only, so that every machine
 * gives the same bytes. */
#ifndef RENDER_THEME_COLOUR_H
#define RENDER_THEME_COLOUR_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct colour {
    unsigned char r, g, b;
};

/* "#rrggbb" with its NUL. */
struct colour_text {
    char text[8];
};

static inline bool colour_equal(struct colour a, struct colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* Writes "#rrggbb" to t and returns t->text. */
const char *colour_hex(struct colour_text *t, struct colour c);

/* Parses all of s as #rrggbb or rgb(R,G,B) with R, G and B from 0 to 255 and optional blanks; false
 * when it is neither. */
MUST_CHECK bool colour_parse(struct str s, struct colour *c);

/* Relative luminance as WCAG 2 defines it, in units of 1e-10: 0 is black, COLOUR_WHITE is white. */
#define COLOUR_WHITE UINT64_C(10000000000)
uint64_t colour_luminance(struct colour c);

/* Returns c mixed with just enough white for black text to have a contrast of 4.5:1. Step k of
 * 0..255 is c + (255 - c) * k / 255 in each channel, rounded down. */
struct colour colour_under_black(struct colour c);

/* Returns c mixed in such steps with just enough white for that luminance. */
struct colour colour_lightened(struct colour c, uint64_t luminance);

/* Returns black or white, whichever has more contrast on the fill: always at least 4.58:1. */
struct colour colour_text_on(struct colour fill);

/* Returns a mixed with `part` parts of b out of 256. */
struct colour colour_mixed(struct colour a, struct colour b, unsigned part);

/* Returns its everyday name: "blue", "orange", "grey", ... */
const char *colour_word(struct colour c);

/* Frames that separate stacks ("-", "--") are grey in every palette: sets c and returns true for
 * those names. */
bool colour_of_separator(struct str raw_name, struct colour *c);

/* A gradient from top to bottom, or one colour twice, for light and dark mode. */
struct background {
    struct colour top, bottom;
    struct colour dark_top, dark_bottom;
};

/* What background_parse accepts, for messages. */
#define BACKGROUND_WANTED "yellow, blue, green, grey or #rrggbb"

/* Parses the name of a gradient or a single colour; false when it is neither. */
MUST_CHECK bool background_parse(struct str s, struct background *b);

/* Returns the background of one or two colours. For dark mode a light colour is mixed with black; a
 * dark one stays. */
struct background background_of(struct colour top, struct colour bottom);

#endif
