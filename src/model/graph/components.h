/* The strongly connected components of a call graph; only for files of this folder. */
#ifndef MODEL_GRAPH_COMPONENTS_H
#define MODEL_GRAPH_COMPONENTS_H

#include "model/graph/graph.h"

/* Components are numbered callees first. Owns its arrays. */
struct graph_components {
    uint32_t n_functions;
    uint32_t *first;     /* by function: its first edge; then the end of the last */
    uint32_t *component; /* by function; a cycle is one of several members */
    uint32_t n;
    uint32_t *begin;   /* by component: its first member in members, and their end */
    uint32_t *members; /* by component, then by function */
};

/* Functions that the input puts into one cycle are in one component. */
void graph_components_find(struct graph_components *in, const struct graph *g);
void graph_components_free(struct graph_components *in);

/* Numbers the cycles of the functions, callers first. */
void graph_number_cycles(struct graph *g, const struct graph_components *in);

static inline bool graph_is_cycle(const struct graph_components *in, uint32_t component)
{
    return in->begin[component + 1] - in->begin[component] > 1;
}

/* Whether the edge stays inside a component. */
static inline bool graph_is_inside(const struct graph_components *in, const struct graph_edge *e)
{
    return in->component[e->caller] == in->component[e->callee];
}

#endif
