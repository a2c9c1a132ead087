/* The functions and edges of one call graph that are those of another. */
#ifndef MODEL_GRAPH_MATCH_H
#define MODEL_GRAPH_MATCH_H

#include "model/graph/graph.h"

#define GRAPH_NO_MATCH UINT32_MAX

/* Owns its arrays, which have GRAPH_NO_MATCH where the other graph has nothing of the kind. */
struct graph_match {
    uint32_t n_functions, n_edges; /* of the first graph */
    uint32_t *function;            /* by function of the first graph: that of the other */
    uint32_t *edge;                /* by edge of the first graph: that of the other */
};

/* Functions match when they agree in name, module and file, or in a name that each graph has once;
 * by_key, also when among those left over each graph has one of that identity_key. Edges match when
 * both their ends do. */
void graph_match_build(struct graph_match *match, const struct graph *g, const struct graph *other,
                       bool by_key);
void graph_match_free(struct graph_match *match);

#endif
