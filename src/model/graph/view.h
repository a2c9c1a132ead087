/* Chooses which functions and edges of a call graph are shown, and the residual edges between them.
 */
#ifndef MODEL_GRAPH_VIEW_H
#define MODEL_GRAPH_VIEW_H

#include "model/graph/graph.h"

/* Borrows its arrays. */
struct graph_choice {
    size_t measure;
    double node_least;                  /* functions with a smaller share of the whole are hidden */
    double edge_least;                  /* edges with a smaller share are hidden */
    const struct graph_measure *before; /* a share that is large enough in this measure suffices as
                                         * well; NULL: none */
    uint32_t most;                      /* the most functions to show, chosen by importance; 0: all
                                         */
    const bool *fitting;                /* by function: others are hidden; NULL: all fit */
    const bool *roots;  /* by function: only these and what they lead to is shown; NULL: no
                         * restriction */
    const bool *leaves; /* by function: only these and what leads to them is shown; NULL: no
                         * restriction */
    uint32_t depth;     /* steps from a root or to a leaf; UINT32_MAX: any number */
    bool no_residuals, no_hot_path;
};

/* A residual edge: from one shown function to another through hidden ones. It counts each stack
 * that holds it once. */
struct graph_residual {
    uint32_t caller, callee;
    uint64_t weight, before; /* `before`: in graph_view.before */
};

/* Owns its arrays; borrows the graph, which must not change meanwhile. */
struct graph_view {
    const struct graph *g;
    const struct graph_measure *m;
    const struct graph_measure *before; /* of graph_choice */
    bool *shown;                        /* by function */
    bool *edge_shown;                   /* by edge: shown, as both its ends are */
    uint32_t n_shown;
    struct graph_residual *residuals; /* sorted by caller, callee */
    uint32_t n_residuals;
    size_t residuals_room;
    uint32_t *hot; /* the functions of the hot path, root first; at least one if any is shown and
                    * the path is wanted */
    uint32_t n_hot;
    bool *on_hot_path; /* by function */
    bool *hot_edge;    /* by edge */
};

/* Hides, in this order: functions by share, by fitting, by importance; edges by share; what the
 * roots do not lead to, then what does not lead to the leaves. Then adds residual edges by share;
 * they need stacks, so an estimated graph has none. With two measures the greater share and
 * importance count; the hot path is that of the first. */
void graph_view_build(struct graph_view *view, const struct graph *g,
                      const struct graph_choice *choice);
void graph_view_free(struct graph_view *view);

/* How many of the functions shown have totals that are upper bounds. */
uint32_t graph_view_bounds(const struct graph_view *view);

/* The share of the measure's whole; at most 1. */
static inline double graph_share(const struct graph_measure *m, uint64_t value)
{
    if (!m->whole)
        return 1;
    return value > m->whole ? 1 : (double)value / (double)m->whole;
}

/* A function's share of the sum of self values. The whole may be larger: a profile of limited depth
 * gives totals that include what it left out. */
static inline double graph_self_share(const struct graph_measure *m, uint32_t function)
{
    return m->sum ? (double)m->self[function] / (double)m->sum : 1;
}

/* The share of a function's total or an edge's weight; with two measures the greater one. */
static inline double graph_view_share(const struct graph_view *v, uint64_t value, uint64_t before)
{
    double now = graph_share(v->m, value);
    double then = v->before ? graph_share(v->before, before) : 0;

    return now > then ? now : then;
}

#endif
