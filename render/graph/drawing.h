/* A call graph as it is drawn: boxes and lines with their texts and sizes, and where they lie. */
#ifndef RENDER_GRAPH_DRAWING_H
#define RENDER_GRAPH_DRAWING_H

#include "render/graph/picture.h"

/* The width of a character of a monospaced font, of its size; texts are in such a font, because
 * only then they fit wherever the picture is looked at. The height of a line, the same way. */
#define GRAPH_CELL 0.602
#define GRAPH_LINE 1.3

enum { GRAPH_BOX_PAD_X = 8, GRAPH_BOX_PAD_Y = 5, GRAPH_HOT_GAP = 3 };

struct drawn_point {
    double x, y;
};

/* A line of a label: a part of drawing.text. */
struct drawn_line {
    size_t from, n;
    double size_px;
    bool name; /* of a function */
};

/* Lines of the drawing, and the room they take. */
struct drawn_label {
    size_t first, n;
    double width_px, height_px;
};

struct drawn_box {
    uint32_t function;
    uint32_t cluster; /* 1 + its number; 0: none */
    struct drawn_label label;
    struct colour fill, ink, line;
    bool hot, dashed; /* the latter: in one of two profiles alone */
    double width_px, height_px;
    struct drawn_point middle;
};

struct drawn_edge {
    uint32_t caller, callee; /* boxes */
    uint32_t number;         /* of the graph's edges, or of the view's residuals */
    bool residual, hot, dashed;
    struct drawn_label label;
    struct colour colour;
    double pen_px, arrow;       /* the latter as graphviz measures it: 10 points */
    size_t first_point, points; /* of the drawing; 0: the way is not known */
    struct drawn_point tip, label_middle;
};

/* A box around functions of one module or file. */
struct drawn_cluster {
    name_id name;
    struct drawn_label label;
    struct drawn_point corner, label_middle;
    double width_px, height_px; /* 0: the layout knows none */
};

/* Borrows the picture; owns its arrays. */
struct drawing {
    const struct graph_picture *picture;
    struct drawn_box *boxes; /* in the order of the functions */
    uint32_t n_boxes;
    struct drawn_edge *edges; /* calls in the order of the graph, then residuals */
    uint32_t n_edges;
    struct drawn_cluster *clusters; /* in the order of their first functions */
    uint32_t n_clusters;
    size_t clusters_room;
    uint32_t *box_of; /* by function: 1 + its box; 0: not shown */
    struct drawn_line *lines;
    size_t n_lines, lines_room;
    struct buf text;
    struct drawn_point *points;
    size_t n_points, points_room;
    double width_px, height_px; /* 0 until it is placed */
};

/* Chooses texts and sizes. Nothing has a place yet. */
void drawing_build(struct drawing *d, const struct graph_picture *picture);
void drawing_free(struct drawing *d);

static inline struct str drawing_text(const struct drawing *d, const struct drawn_line *line)
{
    return (struct str){(d->text.p ? d->text.p : "") + line->from, line->n};
}

#endif
