/* What the parts of the SVG writer of call graphs share. */
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

/* Write an attribute: a number with at most two digits after the point, a colour, a literal text.
 */
void graph_canvas_number(struct graph_canvas *c, const char *name, double value);
void graph_canvas_colour(struct graph_canvas *c, const char *name, struct colour value);
void graph_canvas_text(struct graph_canvas *c, const char *name, const char *value);

/* Writes " fill" or " stroke" for text and lines outside of boxes: black, or grey if faint. */
void graph_canvas_ink(struct graph_canvas *c, const char *name, bool faint);

/* Writes "X Y" after a path command or a blank. */
void graph_canvas_point(struct graph_canvas *c, char sign, double x, double y);

/* Writes clean text. */
void graph_canvas_clean(struct graph_canvas *c, struct str clean);

/* Writes "1,234 samples (12.34%)" with the share of the whole; for a self value, the share of the
 * sum of self values. */
void graph_canvas_amount(struct graph_canvas *c, uint64_t value);
void graph_canvas_self(struct graph_canvas *c, uint32_t function);

/* Writes the lines of a label, centred, into a <text> element whose attributes are still open. */
void graph_canvas_label(struct graph_canvas *c, const struct drawn_label *label,
                        struct drawn_point middle);

/* Write the parts of the picture (graph_svg_parts.c). */
void graph_svg_clusters(struct graph_canvas *c);
void graph_svg_edges(struct graph_canvas *c);
void graph_svg_boxes(struct graph_canvas *c);
uint64_t graph_svg_elements(const struct drawing *d);

/* Writes the mark of inlined functions into the upper left corner of a box. */
void graph_svg_mark(struct graph_canvas *c, struct drawn_point corner, struct colour ink);

#endif
