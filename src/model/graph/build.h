/* What the ways of building a graph share; for the files of the graph alone. */
#ifndef MODEL_GRAPH_BUILD_H
#define MODEL_GRAPH_BUILD_H

#include "base/mem.h"
#include "model/graph/graph.h"
#include "model/pairs.h"

/* The weights of edges in one column, by the number under which the edge was found. */
struct graph_weights {
    uint64_t *values;
    size_t room;
};

/* Edges that are being found: pairs of functions, and what they weigh. */
struct graph_found {
    struct pairs pairs;
    struct graph_weights *weights; /* by column */
    size_t n_columns;
};

void graph_found_init(struct graph_found *found, size_t n_columns);
void graph_found_free(struct graph_found *found);

/* Adds to the weight of an edge, 2^64-1 at most. */
static inline void graph_weigh(struct graph_found *found, size_t column, uint32_t edge,
                               uint64_t weight)
{
    struct graph_weights *w = &found->weights[column];

    w->values = mem_grow(w->values, &w->room, (size_t)edge + 1, sizeof *w->values);
    bool fits = weight <= UINT64_MAX - w->values[edge];
    w->values[edge] = fits ? w->values[edge] + weight : UINT64_MAX;
}

/* Makes a graph of the functions of the profile with what they hold by themselves, without edges or
 * totals. */
void graph_begin(struct graph *g, const struct profile *p);

/* Gives the graph its edges. calls: how often they were called, by the number of the pair; or NULL.
 */
void graph_set_edges(struct graph *g, const struct graph_found *found, const uint64_t *calls);

/* Returns what each stack of the profile holds in a column, with all stacks below it; by stack. */
uint64_t *graph_stack_totals(const struct profile *p, size_t column);

/* Adds the edges and totals of the stacks of the profile; what recurs in a stack counts once, or
 * each time when repeats. */
void graph_add_stacks(struct graph *g, bool repeats);

/* Sets the totals of the measure, and the weights of its edges from what they are shared out by:
 * these weights, or how often edges were called. Sets the cycles of the functions; those of one
 * cycle before are in one after. */
void graph_share_out(struct graph *g, struct graph_measure *m, bool by_count);

#endif
