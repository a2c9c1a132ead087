/* What is shown of a call graph: functions and edges that matter, and what leads past the others.
 */
#ifndef MODEL_GRAPH_VIEW_H
#define MODEL_GRAPH_VIEW_H

#include "model/graph/graph.h"

/* Borrows its arrays. */
struct graph_choice {
    size_t measure;
    double node_least;                  /* functions with a smaller share of the whole go */
    double edge_least;                  /* edges with a smaller share go */
    const struct graph_measure *before; /* where their share of this one is not smaller, both stay;
                                           NULL: there is none */
    uint32_t most;                      /* functions, the most important ones; 0: all */
    const bool *fitting;                /* by function: the others go; NULL: all fit */
    const bool *roots;  /* by function: what they do not lead to goes; NULL: nothing does */
    const bool *leaves; /* by function: what does not lead to them goes; NULL: nothing does */
    uint32_t depth;     /* steps from a root or to a leaf; UINT32_MAX: any number */
    bool no_residuals, no_hot_path;
};

/* A way from one function to another that leads through functions which are not shown: the stacks
 * in which it is so, each counted once. */
struct graph_residual {
    uint32_t caller, callee;
    uint64_t weight, before; /* the latter in graph_view.before */
};

/* Owns its arrays; borrows the graph, which must not change meanwhile. */
struct graph_view {
    const struct graph *g;
    const struct graph_measure *m;
    const struct graph_measure *before; /* of graph_choice */
    bool *shown;                        /* by function */
    bool *edge_shown;                   /* by edge: both ends are, too */
    uint32_t n_shown;
    struct graph_residual *residuals; /* ordered by caller, callee */
    uint32_t n_residuals;
    size_t residuals_room;
    uint32_t *hot; /* the functions of the hot path, from its root on; at least one when any is
                      shown and the path is asked for */
    uint32_t n_hot;
    bool *on_hot_path; /* by function */
    bool *hot_edge;    /* by edge */
};

/* Chooses in this order: functions by their share, by fitting, by importance; edges by their share;
 * what hangs below the roots, then what hangs above the leaves; residual edges by their share.
 * Residual edges need stacks: an estimated graph has none. Of two measures the greater share and
 * importance count; the hot path is that of the first. */
void graph_view_build(struct graph_view *view, const struct graph *g,
                      const struct graph_choice *choice);
void graph_view_free(struct graph_view *view);

/* The share of the whole of the measure; at most 1. */
static inline double graph_share(const struct graph_measure *m, uint64_t value)
{
    if (!m->whole)
        return 1;
    return value > m->whole ? 1 : (double)value / (double)m->whole;
}

/* The share that a function has by itself of what all functions have so. The whole may be more: a
 * profile of limited depth says totals of what it left out. */
static inline double graph_self_share(const struct graph_measure *m, uint32_t function)
{
    return m->sum ? (double)m->self[function] / (double)m->sum : 1;
}

/* Of a function's total or an edge's weight: the share, of two measures the greater one. */
static inline double graph_view_share(const struct graph_view *v, uint64_t value, uint64_t before)
{
    double now = graph_share(v->m, value);
    double then = v->before ? graph_share(v->before, before) : 0;

    return now > then ? now : then;
}

#endif
