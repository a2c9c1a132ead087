/* Figures: pictures as files of fixed pages or pixels (PDF, EPS, PS, PNG, JPEG), drawn by a child
 * process. */
#ifndef RENDER_FIGURE_FIGURE_H
#define RENDER_FIGURE_FIGURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "render/figure/page.h"
#include "render/process/figure_wire.h"
#include "render/theme/colour.h"

struct figure_style {
    struct figure_paper paper; /* scale 0: the default of the format */
    unsigned quality;          /* of JPEG, 1 to 100 */
    bool transparent;          /* PNG without a background */
    bool whole_text;           /* PDF: text contains whole names where boxes show shortened ones */
    bool table;                /* PDF: a table of functions at the end */
    struct str title;          /* of the file, raw as the texts below; "": none */
    struct str subject;
    struct str keywords;
    struct str creator;
    struct str font; /* a family that must be installed; "": the picture's */
    struct str date; /* as ISO 8601 writes it; "": none */
};

/* Appends the commands for the whole file (render/process/figure_wire.h). */
void figure_begin(struct sink *commands, enum figure_format format,
                  const struct figure_style *style, const struct limits *limits);

/* The scale of a figure for which none was asked. */
double figure_usual_scale(enum figure_format format);

/* Append the parts of a page; lengths in pixels, texts clean. A font and a page must come first. */
struct figure_rect {
    double x, y, width, height;
};

void figure_font(struct sink *commands, bool must_exist, struct str families);
void figure_page(struct sink *commands, double width, double height);
void figure_colour(struct sink *commands, struct colour c);
void figure_rect(struct sink *commands, struct figure_rect r);
void figure_outline(struct sink *commands, struct figure_rect r);
void figure_dashes(struct sink *commands, struct figure_rect r);
void figure_hatch(struct sink *commands, struct figure_rect r);
void figure_shade(struct sink *commands, struct figure_rect r, struct colour bottom);
void figure_link(struct sink *commands, struct figure_rect r, struct str address);
void figure_entry(struct sink *commands, double y, struct str clean);

/* flags: enum figure_text_flag; room 0: no limit. */
struct figure_text {
    double x, y, size, room;
    unsigned flags;
};

void figure_text(struct sink *commands, struct figure_text at, struct str clean);

/* Checks, before drawing, whether a picture of that size can be drawn. */
MUST_CHECK bool figure_check(enum figure_format format, const struct figure_style *style,
                             const struct limits *limits, double width_px, double height_px,
                             struct fault *f);

/* Whether this program can draw figures; else a fault that says what it lacks. */
MUST_CHECK bool figure_can_be_drawn(struct fault *f);

/* Has the child draw the appended commands. */
MUST_CHECK bool figure_draw(struct str commands, enum figure_format format,
                            const struct limits *limits, struct sink *to, struct fault *f);

/* Renders a whole SVG, of at most FIGURE_SVG_MOST bytes, as a figure. */
#define FIGURE_SVG_MOST UINT32_MAX /* base/process/wire.h */

MUST_CHECK bool figure_of_svg(struct str svg, enum figure_format format,
                              const struct figure_style *style, const struct limits *limits,
                              struct sink *to, struct fault *f);

#endif
