/* The parts of a request that a call graph needs. */
#ifndef APP_OPTIONS_CALLGRAPH_REQUEST_H
#define APP_OPTIONS_CALLGRAPH_REQUEST_H

#include "app/options/graph_request.h"
#include "app/options/input_request.h"
#include "app/options/output_request.h"
#include "app/options/side_request.h"

/* Borrows its parts. */
struct callgraph_request {
    struct input_request input;
    const struct side_request *sides;
    const struct graph_request *graph;
    const struct output_request *output;
};

#endif
