/* The steps of choosing what a call graph shows; only for graph/view.c. */
#ifndef MODEL_GRAPH_PARTS_H
#define MODEL_GRAPH_PARTS_H

#include <stdint.h>

struct graph_view;

/* Shows only the `most` most important functions: those with self time, and those where paths part
 * or meet. */
void graph_keep_most(struct graph_view *view, uint32_t most);

/* Finds the residual edges with at least the share `least`. */
void graph_add_residuals(struct graph_view *view, double least);

/* Finds the hot path among the shown functions. */
void graph_find_hot_path(struct graph_view *view);

#endif
