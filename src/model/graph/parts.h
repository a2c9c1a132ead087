/* The parts of choosing what is shown of a graph; for the files of the view alone. */
#ifndef MODEL_GRAPH_PARTS_H
#define MODEL_GRAPH_PARTS_H

#include <stdint.h>

struct graph_view;

/* Leaves only the `most` most important functions shown: those that own time, and those at which
 * paths part or meet. */
void graph_keep_most(struct graph_view *view, uint32_t most);

/* Finds the residual edges with at least that share. */
void graph_add_residuals(struct graph_view *view, double least);

/* Finds the hot path of what is shown. */
void graph_find_hot_path(struct graph_view *view);

#endif
