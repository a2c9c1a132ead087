/* Colour maps of call graphs: how the share of a function or a call becomes a colour, a size of
 * letters and a width of a line. themes/README.md says how one is written. */
#ifndef RENDER_THEME_COLORMAP_H
#define RENDER_THEME_COLORMAP_H

#include "base/fault.h"
#include "render/theme/colour.h"

struct colormap {
    double from[3], to[3];    /* hue in turns, saturation and lightness from 0 to 1 */
    struct colour less, more; /* the fullest colours of what costs less or more than before */
    double gamma;
    double font_least, font_most; /* points */
    double pen_least, pen_most;   /* points */
    bool fill;                    /* boxes are filled, with white letters; else both are lines */
};

/* Loads the map of that name, or else the file of that name. Faults as theme_load. */
MUST_CHECK bool colormap_load(struct colormap *m, const char *name_or_path, struct fault *f);

/* Reads a map from memory; file is what messages call it. */
MUST_CHECK bool colormap_parse(struct colormap *m, const char *file, struct str bytes,
                               struct fault *f);

/* Name and sentence of the i-th built-in map, in the order of names; false behind the last. */
bool colormap_listed(size_t i, struct str *name, struct str *about);

/* What a share from 0 to 1 looks like. A skew k above 0 and not 1 bends the way between the two
 * colours: (k^share - 1) / (k - 1). The formulas are those of gprof2dot. */
struct colour colormap_colour(const struct colormap *m, double share, double skew);

/* What a change looks like, from -1 (all that can be less) to 1: a box, or else a line. */
struct colour colormap_change(const struct colormap *m, double heat, bool box);

double colormap_font(const struct colormap *m, double share);
double colormap_pen(const struct colormap *m, double share);
double colormap_arrow(const struct colormap *m, double share);

#endif
