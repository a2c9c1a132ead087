/* The paper of a figure, and where the picture lies on it. Used by the programs and by the children
 * that draw. */
#ifndef RENDER_FIGURE_PAGE_H
#define RENDER_FIGURE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"

/* PNG and JPEG are measured in pixels, the others in points, 72 to the inch. */
enum figure_format { FIGURE_EPS, FIGURE_JPEG, FIGURE_PDF, FIGURE_PNG, FIGURE_PS, FIGURE_FORMATS };

/* By format: its name in --format. */
extern const char *const figure_names[FIGURE_FORMATS];

static inline bool figure_has_pixels(enum figure_format format)
{
    return format == FIGURE_PNG || format == FIGURE_JPEG;
}

/* cairo's limits: pixels in a row or column; points, because its coordinates have 24 bits,
 * including the sign, before the point. */
enum { FIGURE_PIXELS_MOST = 32767, FIGURE_POINTS_MOST = 8388607 };

/* The longest side of a PDF page in points, by annex C of ISO 32000-1: 200 inches. */
enum { FIGURE_PDF_MOST = 14400 };

struct figure_paper {
    double scale;               /* pixels, or 1/96 inch, for each pixel of the picture */
    double width_pt, height_pt; /* 0: the size of the picture plus margin */
    double margin_pt;
};

/* The position of a picture on its page, in pixels of the figure or in points. */
struct figure_place {
    double width, height; /* of the page */
    double scale;         /* for each pixel of the picture */
    double x, y;          /* of its upper left corner */
};

/* Makes the picture as large as its paper allows; on higher paper it is at the top. */
struct figure_place figure_place_of(enum figure_format format, const struct figure_paper *paper,
                                    double width_px, double height_px);

/* The greatest height of a picture that fills the width of its paper; 0: no limit. */
double figure_height_px(const struct figure_paper *paper, double width_px);

/* Whether cairo can draw a page of that size. If not, writes the reason to `why`. */
enum { FIGURE_WHY_ROOM = 160 };

bool figure_sides_fit(enum figure_format format, const struct figure_place *place,
                      char why[FIGURE_WHY_ROOM]);

/* Whether a page has at most that many pixels, in formats made of pixels; 0: no limit. */
bool figure_pixels_fit(enum figure_format format, const struct figure_place *place, uint64_t most);

#endif
