/* Writing a call graph as SVG: what its parts share. */
#ifndef RENDER_GRAPH_CANVAS_H
#define RENDER_GRAPH_CANVAS_H

#include "render/common/xml.h"
#include "render/graph/drawing.h"

/* Borrows the drawing and the sink. */
struct graph_canvas {
    const struct drawing *d;
    struct sink *s;
    struct xml xml;
    struct buf text; /* scratch */
};

void graph_canvas_free(struct graph_canvas *c);

/* Write an attribute: a number with at most two digits after the point, a colour, a text as it is.
 */
void graph_canvas_number(struct graph_canvas *c, const char *name, double value);
void graph_canvas_colour(struct graph_canvas *c, const char *name, struct colour value);
void graph_canvas_text(struct graph_canvas *c, const char *name, const char *value);

/* Writes " fill" or " stroke" of what is text or line outside of boxes: black, or grey when faint.
 */
void graph_canvas_ink(struct graph_canvas *c, const char *name, bool faint);

/* Writes "X Y" with a sign before it that a path knows, or a blank. */
void graph_canvas_point(struct graph_canvas *c, char sign, double x, double y);

/* Writes clean text. */
void graph_canvas_clean(struct graph_canvas *c, struct str clean);

/* Writes "1,234 samples (12.34%)", the share of the whole; of what a function has by itself, the
 * share of what all have so. */
void graph_canvas_amount(struct graph_canvas *c, uint64_t value);
void graph_canvas_self(struct graph_canvas *c, uint32_t function);

/* Writes the lines of a label around a middle, in the element <text> that has been opened up to its
 * attributes. */
void graph_canvas_label(struct graph_canvas *c, const struct drawn_label *label,
                        struct drawn_point middle);

/* The parts of a picture (graph_svg_parts.c), and what explains them (graph_svg_legend.c). */
void graph_svg_clusters(struct graph_canvas *c);
void graph_svg_edges(struct graph_canvas *c);
void graph_svg_boxes(struct graph_canvas *c);
uint64_t graph_svg_elements(const struct drawing *d);

enum { GRAPH_LEGEND_WIDTH = 400 };

void graph_svg_legend(struct graph_canvas *c, double x, double y);
double graph_svg_legend_height(const struct drawing *d);

#endif
