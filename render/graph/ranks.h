/* How long the lines of a graph are, counted in rows of boxes. */
#ifndef RENDER_GRAPH_RANKS_H
#define RENDER_GRAPH_RANKS_H

#include "render/graph/drawing.h"

/* The rows that all edges pass between their ends, with each box in the row below its lowest
 * caller, and edges that lead back taken for upward ones. The time of a layout by rows depends on
 * it: graphviz puts a point of the line into each (Gansner et al., A Technique for Drawing Directed
 * Graphs, 1993). */
uint64_t graph_ranks_passed(const struct drawing *d);

#endif
