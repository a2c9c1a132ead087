/* Draws a call graph as requested: from inputs to the finished output. */
#ifndef APP_CALLGRAPH_DRAW_GRAPH_H
#define APP_CALLGRAPH_DRAW_GRAPH_H

#include "app/options/callgraph_request.h"

/* Reads the inputs and writes the graph. */
MUST_CHECK bool draw_callgraph(const struct callgraph_request *request, struct fault *f);

#endif
