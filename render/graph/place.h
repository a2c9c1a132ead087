/* Where the boxes and lines of a graph lie: graphviz is asked, with a deadline. */
#ifndef RENDER_GRAPH_PLACE_H
#define RENDER_GRAPH_PLACE_H

#include "render/graph/drawing.h"
#include "render/graph/quality.h"

/* Places everything on the best rung that is done in time; layout_quality_of says where to begin. A
 * graph that had to go down is a remark of the picture. Faults: the limits "dot-nodes" and "time",
 * a child that failed, and a graph for which every rung takes too long. */
MUST_CHECK bool graph_place(struct drawing *d, struct fault *f);

/* Reads what the child says of a drawing (render/process/graphviz_wire.h). False when it is cut, or
 * is not about this drawing; then nothing is to be drawn. */
MUST_CHECK bool graph_place_read(struct drawing *d, struct str text);

#endif
