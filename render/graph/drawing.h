/* A call graph to draw: boxes and lines with texts, sizes and positions. */
#ifndef RENDER_GRAPH_DRAWING_H
#define RENDER_GRAPH_DRAWING_H

#include "render/graph/picture.h"

/* The width of a character in a monospaced font, and the height of a line, both relative to the
 * font size. Only monospaced text is sure to fit on every system. */
#define GRAPH_CELL 0.602
#define GRAPH_LINE 1.3

#define GRAPH_OTHERS UINT32_MAX

enum { GRAPH_BOX_PAD_X = 8, GRAPH_BOX_PAD_Y = 5, GRAPH_HOT_GAP = 3 };

struct drawn_point {
    double x, y;
};

/* A line of a label: a part of drawing.text. */
struct drawn_line {
    size_t from, n;
    double size_px;
    bool name; /* a part of a function's name */
};

/* Lines of the drawing, and their size. */
struct drawn_label {
    size_t first, n;
    double width_px, height_px;
};

struct drawn_box {
    uint32_t function; /* GRAPH_OTHERS: all that are left out; of a run: the first */
    uint32_t run;      /* 1 + the run of the view that it is; 0: none */
    uint32_t cluster;  /* 1 + its number; 0: none */
    struct drawn_label label;
    struct colour fill, ink, line;
    struct colour dark; /* the fill in dark surroundings */
    bool hot, dashed;   /* dashed: only in one of two profiles */
    bool inlined;
    double width_px, height_px;
    struct drawn_point middle;
};

struct drawn_edge {
    uint32_t caller, callee; /* boxes */
    uint32_t number; /* among the graph's edges, the view's residual ones, or those of others */
    bool residual, other, hot, dashed;
    struct drawn_label label;
    struct colour colour;
    double pen_px, arrow;       /* arrow: the size as graphviz gives it, 10 points for 1 */
    size_t first_point, points; /* of the drawing; 0: the route is not known */
    struct drawn_point tip, label_middle;
};

/* A box around functions of one module or file. */
struct drawn_cluster {
    name_id name;
    struct drawn_label label;
    struct drawn_point corner, label_middle;
    double width_px, height_px; /* 0: the layout has none */
};

/* Borrows the picture; owns its arrays. */
struct drawing {
    const struct graph_picture *picture;
    struct drawn_box *boxes; /* in the order of the functions; last that of all others */
    uint32_t n_boxes;
    size_t boxes_room, edges_room;
    struct drawn_edge *edges; /* calls in the order of the graph, then residual edges, then those of
                               * others */
    uint32_t n_edges, n_calls;
    uint32_t n_within;              /* calls inside of runs, which have no line */
    struct drawn_cluster *clusters; /* in the order of their first functions */
    uint32_t n_clusters;
    size_t clusters_room;
    uint32_t *box_of; /* by function: 1 + its box; 0: not shown */
    struct drawn_line *lines;
    size_t n_lines, lines_room;
    struct buf text;
    struct drawn_point *points;
    size_t n_points, points_room;
    double width_px, height_px; /* 0 until placed */
};

/* Chooses texts and sizes; positions are not set yet. */
void drawing_build(struct drawing *d, const struct graph_picture *picture);
void drawing_free(struct drawing *d);

/* The smallest text that the name of the first or the last function of the hot path may have. */
double drawing_least_end(const struct graph_picture *picture);

static inline struct str drawing_text(const struct drawing *d, const struct drawn_line *line)
{
    return (struct str){(d->text.p ? d->text.p : "") + line->from, line->n};
}

#endif
