/* Ways into one function of a graph, and out of it: its callers with their callers, its callees
 * with their callees. */
#ifndef MODEL_GRAPH_CALL_PATHS_H
#define MODEL_GRAPH_CALL_PATHS_H

#include "model/graph/graph.h"

/* Stands for a function where a way in begins: the stack has no more frames. */
#define GRAPH_WAY_BOTTOM UINT32_MAX

/* A way ends where it meets the function again. It counts once for every stack that holds it,
 * however often it recurs there: a way of one step weighs what its edge does. Ways in have their
 * weight at their last step, which no other step follows; ways out at each step. */
struct call_paths {
    struct pair *steps; /* a: 1 + the step before, which is nearer to the function; 0: none. b: the
                           function of the step. Ordered by distance, a, b */
    uint32_t n;
    uint64_t *weights; /* by step and then by measure */
    size_t n_measures;
};

/* Finds the ways of at most `depth` steps; where the graph does not come from stacks only those of
 * one step are known. False when there would be more than `most` steps; the ways are then a part of
 * all. Free them in either case. */
MUST_CHECK bool call_paths_in(struct call_paths *ways, const struct graph *g, uint32_t function,
                              uint32_t depth, uint32_t most);
MUST_CHECK bool call_paths_out(struct call_paths *ways, const struct graph *g, uint32_t function,
                               uint32_t depth, uint32_t most);
void call_paths_free(struct call_paths *ways);

/* Whether ways of more than one step are known. */
static inline bool graph_knows_stacks(const struct graph *g)
{
    return !g->estimated && g->profile->calls.share == CALLS_NOT_SHARED;
}

/* A place in the code of a function. */
struct graph_place {
    uint64_t offset; /* in the module's file; 0: not known */
    uint32_t line;   /* 0: not known */
};

/* What a function holds by place. */
struct graph_places {
    struct graph_place *rows; /* ordered by offset, line */
    uint32_t n;
    size_t room;
    uint64_t *self, *total; /* by place and then by measure; a total counts once for every stack
                               that holds the place */
    size_t n_measures;
};

void graph_places_build(struct graph_places *places, const struct graph *g, uint32_t function);
void graph_places_free(struct graph_places *places);

/* Whether the input says an offset or a line of the function. */
bool graph_knows_places(const struct graph *g, uint32_t function);

#endif
