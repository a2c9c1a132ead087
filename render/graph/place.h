/* Positions the boxes and lines of a graph, by graphviz with a deadline. */
#ifndef RENDER_GRAPH_PLACE_H
#define RENDER_GRAPH_PLACE_H

#include "render/graph/drawing.h"
#include "render/graph/quality.h"

/* Places everything with the best layout that finishes in time; layout_quality_of gives the first
 * to try. A fallback to a simpler layout becomes a remark of the picture. Faults: the limits
 * "dot-nodes" and "time", a child that failed, and a graph for which every layout takes too long.
 */
MUST_CHECK bool graph_place(struct drawing *d, struct fault *f);

/* Parses the child's output (render/process/graphviz_wire.h). False when it is incomplete or does
 * not match the drawing; the drawing is then unusable. */
MUST_CHECK bool graph_place_read(struct drawing *d, struct str text);

#endif
