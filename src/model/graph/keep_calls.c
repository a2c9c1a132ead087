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
