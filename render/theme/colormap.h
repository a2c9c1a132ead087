/* Colour maps of call graphs: from the share of a function or call to a colour, a font size and a
 * line width. themes/README.md describes their format. */
#ifndef RENDER_THEME_COLORMAP_H
#define RENDER_THEME_COLORMAP_H

#include "base/fault.h"
#include "render/theme/colour.h"

struct colormap {
    double from[3], to[3];           /* hue in turns, saturation and lightness from 0 to 1 */
    double line_from[3], line_to[3]; /* the same for borders and lines, if given */
    bool line_given;
    struct colour less, more; /* the strongest colours for lower or higher cost than before */
    double gamma;
    double font_least, font_most; /* points */
    double pen_least, pen_most;   /* points */
    bool fill;                    /* boxes are filled; else white, with text and lines in the colour
                                   */
};

/* Loads the map with that name, or else the file. Faults as theme_load. */
MUST_CHECK bool colormap_load(struct colormap *m, const char *name_or_path, struct fault *f);

/* Parses a map in memory; file is its name in messages. */
MUST_CHECK bool colormap_parse(struct colormap *m, const char *file, struct str bytes,
                               struct fault *f);

/* Name and description of the i-th built-in map, sorted by name; false after the last. */
bool colormap_listed(size_t i, struct str *name, struct str *about);

/* The looks for a share from 0 to 1. A skew k (above 0, not 1) bends the scale between the two
 * colours: (k^share - 1) / (k - 1). The formulas are gprof2dot's. */
struct colour colormap_colour(const struct colormap *m, double share, double skew);
struct colour colormap_line(const struct colormap *m, double share, double skew);

/* The colour of a change from -1 (greatest decrease) to 1, for a box or a line. */
struct colour colormap_change(const struct colormap *m, double heat, bool box);

double colormap_font(const struct colormap *m, double share);
double colormap_pen(const struct colormap *m, double share);
double colormap_arrow(const struct colormap *m, double share);

#endif
