/* Reads inputs and builds a call graph from them, or one graph from both sides of a comparison. */
#ifndef APP_CALLGRAPH_BUILD_H
#define APP_CALLGRAPH_BUILD_H

#include "app/inputs/inputs.h"
#include "app/options/callgraph_request.h"
#include "model/graph/pair.h"
#include "model/tier.h"

/* Owns all of it. A zeroed struct may be freed. */
struct graph_input {
    struct inputs in;
    struct graph graph;
    struct tiers tiers;                 /* of both sides; of one: empty */
    size_t measure;                     /* the measure to show */
    uint64_t all[PROFILE_COLUMNS_MOST]; /* by column: its sum before filters by name */
};

struct graph_inputs {
    const char *const *paths;
    size_t n;
};

/* Reads n inputs, or standard input if n is 0, and builds their graph as the request says. */
MUST_CHECK bool graph_input_build(struct graph_input *side, const struct callgraph_request *r,
                                  const char *const *paths, size_t n, struct fault *f);

/* Builds one graph from two profiles. Each is the sum of its inputs, or standard input if it has
 * none. The graph's measures are GRAPH_AFTER and GRAPH_BEFORE. Units must be equal unless the
 * request compares shares. */
MUST_CHECK bool graph_input_build_both(struct graph_input *side, const struct callgraph_request *r,
                                       const struct graph_inputs *before,
                                       const struct graph_inputs *after, struct fault *f);
void graph_input_free(struct graph_input *side);

#endif
