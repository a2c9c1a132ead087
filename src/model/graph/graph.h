/* The call graph of a profile: functions, and the edges from callers to callees. */
#ifndef MODEL_GRAPH_GRAPH_H
#define MODEL_GRAPH_GRAPH_H

#include "model/profile.h"

/* Frames that agree in name, module and file are one function, wherever in it they stand. */
struct graph_function {
    name_id name, module, file;
    enum frame_kind kind; /* of its first frame */
    uint32_t cycle;       /* 1 + the number of the cycle it is in; 0: none; of the estimate */
    bool met;             /* a stack or a call holds it; names may be left that none does */
    bool counted;         /* the input says how often it was called: */
    uint64_t called;
};

struct graph_edge {
    uint32_t caller, callee; /* functions; the same for one that calls itself */
    uint64_t calls;          /* 0: the input does not say */
};

/* One column of the profile. Values are in its unit, 10^-scale each. */
struct graph_measure {
    name_id name, unit;
    unsigned scale;
    uint64_t sum;     /* what values of self are shares of: their sum, unless graph_relate */
    uint64_t whole;   /* what totals are shares of: the sum, or more where the input says so */
    uint64_t *self;   /* by function */
    uint64_t *total;  /* by function: counts once for every stack that holds it */
    uint64_t *weight; /* by edge: counts once for every stack that holds it */
    bool *known;      /* by edge: whether its weight is more than a guess; NULL: all are */
};

/* Owns its arrays; borrows the profile, which must not change meanwhile. */
struct graph {
    const struct profile *profile;
    struct graph_function *functions; /* ordered by name, module, file */
    uint32_t n_functions;
    uint32_t n_met;           /* of these; what a reader is told of */
    struct graph_edge *edges; /* ordered by caller, callee */
    uint32_t n_edges;
    struct graph_measure *measures; /* by column */
    size_t n_measures;
    uint32_t *function_of;   /* by frame of the profile */
    uint64_t *called_before; /* by function: how often in the profile before, where graph_function
                                says it of the one after; NULL: as counted, or there is none */
    uint64_t *calls_before;  /* by edge, the same */
    uint32_t n_cycles;
    bool estimated; /* totals and weights come from call ratios, not from stacks */
};

/* Adds up the stacks of the profile: exact, whatever recurs in them. */
void graph_of_stacks(struct graph *g, const struct profile *p);

/* Shares out what functions cost among their callers by call ratios: the calls are those of a
 * profile that knows no stacks (profile.calls), or count how often one frame follows another in the
 * stacks. A call has the part of its callee's total that its cost is of the costs of all calls of
 * that callee, but those from itself. Functions that call each other in a cycle are one callee to
 * those outside; inside, what an entry brings flows away from it by the number of calls, and the
 * weight of calls that lead back is not known: it is given as the smaller of the two totals. The
 * totals of a cycle that nothing outside enters are seen from the member that spends most beyond
 * what its callers account for. Where the input says totals and costs, they stand. */
void graph_of_calls(struct graph *g, const struct profile *p);
void graph_of_ratios(struct graph *g, const struct profile *p);

/* As graph_of_ratios, of the last call of each stack alone: to its last function, from the nearest
 * caller that holds something by itself. */
void graph_of_last_calls(struct graph *g, const struct profile *p);

/* Makes all values of a measure shares of a larger whole, in units of the column. */
void graph_relate(struct graph *g, size_t measure, uint64_t whole);

void graph_free(struct graph *g);

/* The edges that leave a function: [from, to) in g->edges. */
void graph_edges_of(const struct graph *g, uint32_t function, uint32_t *from, uint32_t *to);

/* The edge of a caller and a callee; n_edges: there is none. */
uint32_t graph_find_edge(const struct graph *g, uint32_t caller, uint32_t callee);

/* The text of a name of the graph. */
static inline struct str graph_text(const struct graph *g, name_id name)
{
    return names_get(&g->profile->names, name);
}

#endif
