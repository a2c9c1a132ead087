/* Which calls a graph keeps when it may show only so many functions: the heaviest, and for each
 * function the heaviest that leads to it. With three calls for each function a graph can be read
 * and laid out; where all call all there would be as many as the square. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"

enum { CALLS_A_FUNCTION = 3, CALLS_LEAST = 240 };

struct call_share {
    double share;
    uint32_t at; /* the edge, or the residual edge */
};

static int compare(const void *a, const void *b)
{
    const struct call_share *x = a;
    const struct call_share *y = b;

    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static uint32_t calls_most(uint32_t functions)
{
    uint32_t most =
        functions < UINT32_MAX / CALLS_A_FUNCTION ? functions * CALLS_A_FUNCTION : UINT32_MAX;

    return most > CALLS_LEAST ? most : CALLS_LEAST;
}

void graph_keep_heaviest_calls(struct graph_view *v, uint32_t functions)
{
    const struct graph *g = v->g;
    uint32_t most = calls_most(functions);
    struct call_share *rows = mem_alloc(g->n_edges, sizeof *rows);
    bool *called = mem_alloc(g->n_functions, sizeof *called);
    uint32_t n = 0;

    for (uint32_t i = 0; i < g->n_edges; i++)
        if (v->edge_shown[i])
            rows[n++] = (struct call_share){
                graph_view_share(v, v->m->weight[i], v->before ? v->before->weight[i] : 0), i};
    if (n > most) {
        qsort(rows, n, sizeof *rows, compare);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t callee = g->edges[rows[k].at].callee;
            v->edge_shown[rows[k].at] = k < most || !called[callee] || v->hot_edge[rows[k].at];
            called[callee] = true;
        }
    }
    mem_free(called, g->n_functions, sizeof *called);
    mem_free(rows, g->n_edges, sizeof *rows);
}

void graph_keep_heaviest_residuals(struct graph_view *v, uint32_t functions)
{
    uint32_t most = calls_most(functions);
    uint32_t n = v->n_residuals;
    uint32_t kept = 0;

    if (n <= most)
        return;
    struct call_share *rows = mem_alloc(n, sizeof *rows);
    bool *keep = mem_alloc(n, sizeof *keep);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (struct call_share){
            graph_view_share(v, v->residuals[i].weight, v->residuals[i].before), i};
    qsort(rows, n, sizeof *rows, compare);
    for (uint32_t k = 0; k < most; k++)
        keep[rows[k].at] = true;
    for (uint32_t i = 0; i < n; i++)
        if (keep[i])
            v->residuals[kept++] = v->residuals[i];
    v->n_residuals = kept;
    mem_free(keep, n, sizeof *keep);
    mem_free(rows, n, sizeof *rows);
}

/* A residual edge or one of the others, to choose from. */
struct dashed {
    double share;
    bool only; /* nothing else leads to its function */
    uint32_t at;
};

static int compare_dashed(const void *a, const void *b)
{
    const struct dashed *x = a;
    const struct dashed *y = b;

    if (x->only != y->only)
        return x->only ? -1 : 1;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool is_within(const struct graph_view *v, uint32_t caller, uint32_t callee)
{
    uint32_t run = graph_run_of(v, caller);

    return run && run == graph_run_of(v, callee);
}

/* Fills rows with the residual edges that have a line, then with the edges of the others; returns
 * how many lines calls have. */
static uint32_t list_dashed(const struct graph_view *v, struct dashed *rows, uint32_t *n)
{
    const struct graph *g = v->g;
    bool *called = mem_alloc(g->n_functions, sizeof *called);
    uint32_t n_calls = 0;

    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        if (!v->edge_shown[i])
            continue;
        n_calls += !is_within(v, e->caller, e->callee);
        called[e->callee] = called[e->callee] || e->caller != e->callee;
    }
    for (uint32_t i = 0; i < v->n_residuals; i++) {
        const struct graph_residual *r = &v->residuals[i];
        if (!is_within(v, r->caller, r->callee))
            rows[(*n)++] =
                (struct dashed){graph_view_share(v, r->weight, r->before), !called[r->callee], i};
    }
    for (uint32_t i = 0; i < v->others.n_edges; i++) {
        const struct graph_other_edge *e = &v->others.edges[i];
        rows[(*n)++] = (struct dashed){graph_view_share(v, e->weight, e->before),
                                       e->called && !called[e->function], v->n_residuals + i};
    }
    mem_free(called, g->n_functions, sizeof *called);
    return n_calls;
}

void graph_keep_few_dashed(struct graph_view *v)
{
    enum { CALLS_A_DASHED = 4 };
    uint32_t all = v->n_residuals + v->others.n_edges;
    struct dashed *rows = mem_alloc(all, sizeof *rows);
    bool *keep = mem_alloc(all, sizeof *keep);
    uint32_t n = 0;
    uint32_t kept[2] = {0, 0};
    uint32_t most = list_dashed(v, rows, &n) / CALLS_A_DASHED;

    v->n_dashed = n;
    if (n > most)
        qsort(rows, n, sizeof *rows, compare_dashed);
    for (uint32_t i = 0; i < n && i < most; i++)
        keep[rows[i].at] = true;
    for (uint32_t i = 0; i < v->n_residuals; i++)
        if (keep[i])
            v->residuals[kept[0]++] = v->residuals[i];
    for (uint32_t i = 0; i < v->others.n_edges; i++)
        if (keep[v->n_residuals + i])
            v->others.edges[kept[1]++] = v->others.edges[i];
    v->n_residuals = kept[0];
    v->others.n_edges = kept[1];
    mem_free(keep, all, sizeof *keep);
    mem_free(rows, all, sizeof *rows);
}
