/* The texts of the box of all functions that a picture leaves out, and of its edges. */
#ifndef RENDER_GRAPH_OTHERS_H
#define RENDER_GRAPH_OTHERS_H

#include "render/graph/comparison.h"
#include "render/graph/picture.h"

/* Appends "306 others". */
void graph_others_name(const struct graph_picture *p, struct buf *to);

/* Appends the numbers of the box: "4.35% by themselves". */
void graph_others_numbers(const struct graph_picture *p, struct buf *to);

/* Appends the tooltip of the box below its name. */
void graph_others_tip(const struct graph_picture *p, struct buf *to);

struct graph_costs graph_others_costs(const struct graph_other_edge *edge);

/* Append the label of an edge, and its tooltip below the names of its ends. */
void graph_others_edge_label(const struct graph_picture *p, const struct graph_other_edge *edge,
                             struct buf *to);
void graph_others_edge_tip(const struct graph_picture *p, const struct graph_other_edge *edge,
                           struct buf *to);

#endif
