/* What is shown of a call graph: functions, edges, and the residual edges between them. Built by
 * model/graph/choice.h. */
#ifndef MODEL_GRAPH_VIEW_H
#define MODEL_GRAPH_VIEW_H

#include "model/graph/graph.h"

/* A residual edge: from one shown function to another through hidden ones. It counts each stack
 * that holds it once. */
struct graph_residual {
    uint32_t caller, callee;
    uint64_t weight, before; /* `before`: in graph_view.before */
};

/* From a shown function to the others, or back. From stacks, each sample counts once: what others
 * cost below the last shown function of their stack, what a function costs as the first shown one
 * below others; what goes through others is a residual edge. From calls without stacks: the sum of
 * the calls between both. */
struct graph_other_edge {
    uint32_t function;
    bool called; /* others call the function; else it calls them */
    bool more;   /* there are calls that are not added: they recur */
    uint64_t weight, before;
};

/* The functions that `most` left out, added up. Owns its array. */
struct graph_others {
    uint32_t n;
    struct {
        uint64_t self, total;       /* total: of stacks that hold some of them, each counted once */
    } costs[2];                     /* after, before */
    bool exact;                     /* totals are known */
    struct graph_other_edge *edges; /* sorted by function; others -> function first */
    uint32_t n_edges;
    size_t room;
};

/* Functions that only pass calls on, one after another: a part of graph_view.in_runs, callers
 * first. */
struct graph_run {
    uint32_t first, n;
};

/* Owns its arrays; borrows the graph, which must not change meanwhile. */
struct graph_view {
    const struct graph *g;
    const struct graph_measure *m;
    const struct graph_measure *before; /* of graph_choice */
    const bool *around;                 /* of graph_choice, while the view is built */
    bool *shown;                        /* by function */
    bool *edge_shown;                   /* by edge: shown, as both its ends are */
    uint32_t n_shown;
    struct graph_residual *residuals; /* sorted by caller, callee */
    uint32_t n_residuals;
    uint32_t n_dashed; /* residual edges and those of the others, also those that are left out to
                        * keep them few */
    size_t residuals_room;
    uint32_t *hot; /* the functions of the hot path, root first; at least one if any is shown and
                    * the path is wanted */
    uint32_t n_hot;
    bool *on_hot_path; /* by function */
    bool *hot_edge;    /* by edge */
    bool *other;       /* by function: `most` left it out */
    uint32_t *run;     /* by function: 1 + its run; 0: none; NULL: runs are not wanted */
    struct graph_run *runs;
    uint32_t *in_runs; /* functions */
    uint32_t n_runs, n_in_runs;
    struct graph_others others; /* if they are wanted; n is 0 if there are none */
};

void graph_view_free(struct graph_view *view);

/* 1 + the run of a function; 0: none. */
static inline uint32_t graph_run_of(const struct graph_view *v, uint32_t function)
{
    return v->run ? v->run[function] : 0;
}

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
