/* The paper of a figure, and how a picture is put on it. Used by the programs and by the children
 * that draw. */
#ifndef RENDER_FIGURE_PAGE_H
#define RENDER_FIGURE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"

/* PNG and JPEG are made of pixels, the others of points, 72 an inch. */
enum figure_format { FIGURE_EPS, FIGURE_JPEG, FIGURE_PDF, FIGURE_PNG, FIGURE_PS, FIGURE_FORMATS };

/* By format: the name that --format gives it. */
extern const char *const figure_names[FIGURE_FORMATS];

static inline bool figure_has_pixels(enum figure_format format)
{
    return format == FIGURE_PNG || format == FIGURE_JPEG;
}

/* The most pixels in a row or column that cairo draws; its coordinates have 24 bits, with a sign,
 * before the point. */
enum { FIGURE_PIXELS_MOST = 32767, FIGURE_POINTS_MOST = 8388607 };

/* The longest side of a page of PDF, in points, by annex C of ISO 32000-1: 200 inches. */
enum { FIGURE_PDF_MOST = 14400 };

struct figure_paper {
    double scale;               /* pixels, or 96ths of an inch, for a pixel of the picture */
    double width_pt, height_pt; /* 0: as large as the picture with its margin */
    double margin_pt;
};

/* Where a picture lies on its page, both in pixels of the figure or in points. */
struct figure_place {
    double width, height; /* of the page */
    double scale;         /* for a pixel of the picture */
    double x, y;          /* of its upper left corner */
};

/* A picture is made as large as its paper allows; on a large one it lies at the top. */
struct figure_place figure_place_of(enum figure_format format, const struct figure_paper *paper,
                                    double width_px, double height_px);

/* The most height of a picture that lies on paper at its full width; 0: any. */
double figure_height_px(const struct figure_paper *paper, double width_px);

/* Whether cairo can draw a page so wide and high. If not, the reason is written to `why`. */
enum { FIGURE_WHY_ROOM = 160 };

bool figure_sides_fit(enum figure_format format, const struct figure_place *place,
                      char why[FIGURE_WHY_ROOM]);

/* Whether a page has at most that many pixels, if it is made of pixels; 0: any. */
bool figure_pixels_fit(enum figure_format format, const struct figure_place *place, uint64_t most);

#endif
