/* Matches the functions and edges of one call graph with those of another. */
#ifndef MODEL_GRAPH_MATCH_H
#define MODEL_GRAPH_MATCH_H

#include "model/graph/graph.h"

#define GRAPH_NO_MATCH UINT32_MAX

/* Owns its arrays; GRAPH_NO_MATCH where the other graph has no match. */
struct graph_match {
    uint32_t n_functions, n_edges; /* of the first graph */
    uint32_t *function;            /* by function of the first graph: its match in the other */
    uint32_t *edge;                /* by edge of the first graph: its match in the other */
};

/* Functions match when they agree in name, module, file and twin, or in a name that each graph has
 * only once. With by_key, unmatched functions match when each graph has only one with that
 * identity_key. Edges match when both their ends do. */
void graph_match_build(struct graph_match *match, const struct graph *g, const struct graph *other,
                       bool by_key);
void graph_match_free(struct graph_match *match);

#endif
