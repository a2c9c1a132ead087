/* What the ways of building a call graph share; only for files of this folder. */
#ifndef MODEL_GRAPH_BUILD_H
#define MODEL_GRAPH_BUILD_H

#include "base/mem.h"
#include "model/graph/graph.h"
#include "model/pairs.h"

/* The weights of edges in one column, by the number of the edge. */
struct graph_weights {
    uint64_t *values;
    size_t room;
};

/* The edges found so far: pairs of functions, and their weights. */
struct graph_found {
    struct pairs pairs;
    struct graph_weights *weights; /* by column */
    size_t n_columns;
};

void graph_found_init(struct graph_found *found, size_t n_columns);
void graph_found_free(struct graph_found *found);

/* Adds to the weight of an edge; stops at 2^64-1. */
static inline void graph_weigh(struct graph_found *found, size_t column, uint32_t edge,
                               uint64_t weight)
{
    struct graph_weights *w = &found->weights[column];

    w->values = mem_grow(w->values, &w->room, (size_t)edge + 1, sizeof *w->values);
    bool fits = weight <= UINT64_MAX - w->values[edge];
    w->values[edge] = fits ? w->values[edge] + weight : UINT64_MAX;
}

/* Starts a graph: the functions of the profile with their self values, without edges or totals. */
void graph_begin(struct graph *g, const struct profile *p);

/* Gives the graph its edges. calls: by edge number, how often the call was made; or NULL. */
void graph_set_edges(struct graph *g, const struct graph_found *found, const uint64_t *calls);

/* Returns the total of each stack in one column, including its callees; indexed by stack. */
uint64_t *graph_stack_totals(const struct profile *p, size_t column);

/* Adds the edges and totals of the profile's stacks. A function or edge that recurs in a stack
 * counts once; with repeats, each time. */
void graph_add_stacks(struct graph *g, bool repeats);

/* Computes the totals of a measure and the weights of its edges by call ratios: from the weights
 * set so far, or from how often edges were called. Also sets the cycles of functions; functions in
 * one cycle stay in one. */
void graph_share_out(struct graph *g, struct graph_measure *m, bool by_count);

/* Computes totals of a measure from the weights of edges, which are what the input states of their
 * calls; totals above 0 are kept. Sets the cycles of functions. lacks_insides: of calls inside of
 * a cycle the input states nothing. */
void graph_add_up(struct graph *g, struct graph_measure *m, bool lacks_insides);

#endif
