/* Call paths into and out of one function of a graph: callers of callers, and callees of callees.
 */
#ifndef MODEL_GRAPH_CALL_PATHS_H
#define MODEL_GRAPH_CALL_PATHS_H

#include "model/graph/graph.h"

/* Stands for a function where a path in begins at the bottom of the stack. */
#define CALL_PATH_BOTTOM UINT32_MAX

/* A path ends where it meets the function again. It counts once for every stack that holds it, even
 * if it recurs there; so a path of one step weighs as much as its edge. A path in has its weight
 * only at its last step, where no other step follows; a path out has one at each step. */
struct call_paths {
    struct pair *steps; /* a: 1 + the previous step, which is nearer to the function; 0: none. b:
                         * the function of the step. Sorted by distance, a, b */
    uint32_t n;
    uint64_t *weights; /* by step, then by measure */
    size_t n_measures;
};

/* Finds the paths of at most `depth` steps. In a graph without stacks only paths of one step are
 * known. False when there would be more than `most` steps; the paths are then incomplete. Free them
 * in either case. */
MUST_CHECK bool call_paths_in(struct call_paths *ways, const struct graph *g, uint32_t function,
                              uint32_t depth, uint32_t most);
MUST_CHECK bool call_paths_out(struct call_paths *ways, const struct graph *g, uint32_t function,
                               uint32_t depth, uint32_t most);
void call_paths_free(struct call_paths *ways);

/* Whether paths of more than one step are known. */
static inline bool graph_knows_stacks(const struct graph *g)
{
    return !g->estimated && g->profile->calls.share == CALLS_NOT_SHARED;
}

/* A place in the code of a function, as its frames have it (frames.h). A caller's is in the call.
 */
struct graph_place {
    uint64_t offset; /* 0: not known, unless it counts from the function */
    enum offset_kind offset_kind;
    uint32_t line;    /* 0: not known */
    name_id file;     /* with the line; 0: not known */
    name_id module;   /* 0: not known */
    name_id build_id; /* 0: not known */
};

/* The values of a function by place; without places that have none. */
struct graph_places {
    struct graph_place *rows; /* sorted by offset, line, file */
    uint32_t n;
    size_t room;
    uint64_t *self, *total; /* by place, then by measure; a total counts once for every stack that
                             * holds the place */
    size_t n_measures;
    size_t n_values; /* room of self and total */
};

void graph_places_build(struct graph_places *places, const struct graph *g, uint32_t function);
void graph_places_free(struct graph_places *places);

/* Whether the input has offsets or lines for the function. */
bool graph_knows_places(const struct graph *g, uint32_t function);

#endif
