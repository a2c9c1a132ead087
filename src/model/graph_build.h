/* What the ways of building a graph share; for the files of the graph alone. */
#ifndef MODEL_GRAPH_BUILD_H
#define MODEL_GRAPH_BUILD_H

#include "model/graph.h"
#include "model/pairs.h"

/* The weights of edges in one column, by the number under which the edge was found. */
struct graph_weights {
    uint64_t *values;
    size_t room;
};

/* Makes a graph of the functions of the profile with what they hold by themselves, without edges or
 * totals. */
void graph_begin(struct graph *g, const struct profile *p);

/* Gives the graph edges: pairs of functions, with weights by column and, unless NULL, how often
 * they were called, by the number of the pair. */
void graph_set_edges(struct graph *g, const struct pairs *pairs,
                     const struct graph_weights *weights, const uint64_t *calls);

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
