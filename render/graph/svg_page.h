/* Where the parts of a call graph's page are: its head, the graph, and the legend. */
#ifndef RENDER_GRAPH_SVG_PAGE_H
#define RENDER_GRAPH_SVG_PAGE_H

#include "render/graph/canvas.h"

enum { GRAPH_MARGIN = 20, GRAPH_TITLE_FONT = 17, GRAPH_FONT = 13 };

struct drawn_size {
    double width, height;
};

struct graph_page {
    double width, height;
    double scale;              /* of head and legend, so that both can be read in a README */
    double left, top;          /* of the graph */
    struct drawn_point legend; /* its corner */
    unsigned columns;          /* of the legend */
};

/* Arranges a graph that is placed, below so many lines of the head. The legend stands in a corner
 * of the graph that is free, or as far up below it as it can. */
struct graph_page graph_page_of(const struct drawing *d, double width, size_t lines);

/* How wide a page is at least, and how large its head and legend are at that width. */
double graph_page_width(const struct drawing *d);
double graph_page_scale(double width);

/* The lines of the head: of the title, 0, and of what is said below it. */
double graph_page_baseline(double scale, size_t line);

/* The legend without its scale (svg_legend.c). */
struct drawn_size graph_svg_legend_size(const struct drawing *d, unsigned columns);
void graph_svg_legend(struct graph_canvas *c, const struct graph_page *page);

#endif
