/* The call graph of a profile: functions, and edges from callers to callees. */
#ifndef MODEL_GRAPH_GRAPH_H
#define MODEL_GRAPH_GRAPH_H

#include "model/profile.h"

/* What is written behind a name that several functions have. */
enum graph_origin { ORIGIN_NONE, ORIGIN_FILE, ORIGIN_MODULE };

/* Frames of equal name, module, file and twin are one function, whatever their line or offset. */
struct graph_function {
    name_id name, module, file;
    uint32_t twin;        /* as in struct frame */
    enum frame_kind kind; /* of its first frame */
    enum graph_origin origin;
    uint32_t cycle; /* 1 + the number of its cycle; 0: none; computed with the estimate */
    bool inlined;   /* all its frames are */
    bool met;       /* a stack or call holds it; a profile may hold names that are in none */
    bool numbered;  /* its number among its twins is written behind its name */
    bool bound;     /* a total of it is an upper bound, not exact */
    bool counted;   /* the input says how often it was called: */
    uint64_t called;
};

struct graph_edge {
    uint32_t caller, callee; /* functions; equal if one calls itself */
    uint64_t calls;          /* 0: the input does not say */
};

/* One column of the profile. Values are in its unit, times 10^-scale. */
struct graph_measure {
    name_id name, unit;
    unsigned scale;
    uint64_t sum;     /* 100 % of self values: their sum, unless changed by graph_relate */
    uint64_t whole;   /* 100 % of totals: the sum, or more if the input says so */
    uint64_t *self;   /* by function */
    uint64_t *total;  /* by function: counted once for every stack that holds it */
    uint64_t *weight; /* by edge: counted once for every stack that holds it */
    bool *known;      /* by edge: its weight is more than a guess; NULL: true for all */
};

/* Owns its arrays; borrows the profile, which must not change meanwhile. */
struct graph {
    const struct profile *profile;
    struct graph_function *functions; /* sorted by name, module, file, twin */
    uint32_t n_functions;
    uint32_t n_met;           /* how many of them are met; the number to show to users */
    struct graph_edge *edges; /* sorted by caller, callee */
    uint32_t n_edges;
    struct graph_measure *measures; /* by column */
    size_t n_measures;
    uint32_t *function_of;   /* by frame of the profile */
    uint64_t *called_before; /* by function: calls in the profile before, if graph_function has
                              * those of the profile after; NULL: no such profile, or the same count
                              */
    uint64_t *calls_before;  /* by edge: the same */
    uint32_t n_cycles;
    bool estimated; /* totals and weights come from call ratios, not from stacks or stated costs */
};

/* Builds the graph from stacks: exact, even with recursion. */
void graph_of_stacks(struct graph *g, const struct profile *p);

/* Builds the graph from a profile without stacks (profile.calls): from what calls cost where the
 * input states it, else by call ratios.
 *
 * Stated costs add up exactly outside of cycles: the total of a function is its self value and the
 * costs of its calls. In a cycle, a call of itself included, sums would count recursion again and
 * again: there a total is the smaller of what callers other than the function itself state and of
 * what enters the cycle from outside. It is an upper bound, unless the cycle is entered only there,
 * or the function costs that much without the others of the cycle. What no call brings into a
 * cycle, because a thread begins there, counts as entering. Calls inside of a cycle are drawn, but
 * never added. */
void graph_of_calls(struct graph *g, const struct profile *p);

/* Builds the graph by call ratios, as gprof does: divides the cost of a function among its callers.
 * The calls count how often one frame follows another in the stacks. A call gets the part of its
 * callee's total that its cost is of the costs of all calls of that callee, not counting recursive
 * ones. From outside, functions in a cycle are one callee; inside, the cost brought by an entry
 * flows away from it in proportion to the number of calls. The weight of calls that lead back is
 * unknown and set to the smaller of the two totals. A cycle that nothing enters from outside is
 * entered at the member that spends most beyond what its callers account for. Totals and costs that
 * the input gives are kept. */
void graph_of_ratios(struct graph *g, const struct profile *p);

/* As graph_of_ratios, but only with the last call of each stack: to its last function, from the
 * nearest caller with a self value. */
void graph_of_last_calls(struct graph *g, const struct profile *p);

/* Has functions of equal names told apart when they are written. */
void graph_tell_namesakes(struct graph *g);

/* Makes all values of a measure shares of a larger whole, given in units of the column. */
void graph_relate(struct graph *g, size_t measure, uint64_t whole);

void graph_free(struct graph *g);

/* The edges out of a function: [from, to) in g->edges. */
void graph_edges_of(const struct graph *g, uint32_t function, uint32_t *from, uint32_t *to);

/* The edge from caller to callee; n_edges if there is none. */
uint32_t graph_find_edge(const struct graph *g, uint32_t caller, uint32_t callee);

/* The text of a name in the graph. */
static inline struct str graph_text(const struct graph *g, name_id name)
{
    return names_get(&g->profile->names, name);
}

#endif
