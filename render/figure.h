/* Figures: pictures as files of fixed pages or pixels, drawn by a child. */
#ifndef RENDER_FIGURE_H
#define RENDER_FIGURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "render/figure_page.h"

struct figure_style {
    struct figure_paper paper; /* its scale 0: that of the format */
    unsigned quality;          /* of JPEG, 1 to 100 */
    bool transparent;          /* PNG without paper under it */
    struct str title;          /* of the file, raw as the others; "": none */
    struct str subject;
    struct str keywords;
    struct str creator;
    struct str date; /* as ISO 8601 writes it; "": none */
};

/* Appends what is said of all pages to commands (render/figure_wire.h). */
void figure_begin(struct sink *commands, enum figure_format format,
                  const struct figure_style *style, const struct limits *limits);

/* Writes a whole SVG as a figure. */
MUST_CHECK bool figure_of_svg(struct str svg, enum figure_format format,
                              const struct figure_style *style, const struct limits *limits,
                              struct sink *to, struct fault *f);

#endif
