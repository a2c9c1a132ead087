/* From inputs to a call graph. */
#ifndef APP_CALLGRAPH_DRAW_GRAPH_H
#define APP_CALLGRAPH_DRAW_GRAPH_H

#include "app/options/callgraph_request.h"

/* Reads the inputs and writes the graph that was asked for. */
MUST_CHECK bool draw_callgraph(const struct callgraph_request *request, struct fault *f);

#endif
