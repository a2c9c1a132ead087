/* Figures: pictures as files of fixed pages or pixels, drawn by a child. */
#ifndef RENDER_FIGURE_FIGURE_H
#define RENDER_FIGURE_FIGURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "render/figure/page.h"
#include "render/process/figure_wire.h"
#include "render/theme/colour.h"

struct figure_style {
    struct figure_paper paper; /* its scale 0: that of the format */
    unsigned quality;          /* of JPEG, 1 to 100 */
    bool transparent;          /* PNG without paper under it */
    bool whole_text;           /* PDF holds names whole where boxes show a part */
    bool table;                /* PDF ends with the functions */
    struct str title;          /* of the file, raw as the others; "": none */
    struct str subject;
    struct str keywords;
    struct str creator;
    struct str font; /* a family that must be there; "": that of the picture */
    struct str date; /* as ISO 8601 writes it; "": none */
};

/* Appends what is said of all pages to commands (render/process/figure_wire.h). */
void figure_begin(struct sink *commands, enum figure_format format,
                  const struct figure_style *style, const struct limits *limits);

/* Append what stands on a page; lengths in pixels, texts clean. A font and a page come first. */
struct figure_rect {
    double x, y, width, height;
};

void figure_font(struct sink *commands, bool must_exist, struct str families);
void figure_page(struct sink *commands, double width, double height);
void figure_colour(struct sink *commands, struct colour c);
void figure_rect(struct sink *commands, struct figure_rect r);
void figure_outline(struct sink *commands, struct figure_rect r);
void figure_dashes(struct sink *commands, struct figure_rect r);
void figure_shade(struct sink *commands, struct figure_rect r, struct colour bottom);
void figure_link(struct sink *commands, struct figure_rect r, struct str address);
void figure_entry(struct sink *commands, double y, struct str clean);

/* flags: enum figure_text_flag; room 0: any. */
struct figure_text {
    double x, y, size, room;
    unsigned flags;
};

void figure_text(struct sink *commands, struct figure_text at, struct str clean);

/* Whether a picture of that size can be drawn: before it is. */
MUST_CHECK bool figure_check(enum figure_format format, const struct figure_style *style,
                             const struct limits *limits, double width_px, double height_px,
                             struct fault *f);

/* Has the child draw what was appended. */
MUST_CHECK bool figure_draw(struct str commands, enum figure_format format,
                            const struct limits *limits, struct sink *to, struct fault *f);

/* Writes a whole SVG, of at most FIGURE_SVG_MOST bytes, as a figure. */
#define FIGURE_SVG_MOST UINT32_MAX /* render/process/wire.h */

MUST_CHECK bool figure_of_svg(struct str svg, enum figure_format format,
                              const struct figure_style *style, const struct limits *limits,
                              struct sink *to, struct fault *f);

#endif
