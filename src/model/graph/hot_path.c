/* The hot path: starts at the root with the greatest total and follows the heaviest edge to a
 * function that is not on the path yet, until a function's self value exceeds every edge out of it.
 */
#include "base/mem.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"

/* A path begins at a function without a shown caller; if there is none, at any function. Ties: the
 * first by name. Returns n_functions when nothing is shown. */
static uint32_t find_root(const struct graph_view *v)
{
    const struct graph *g = v->g;
    bool *called = mem_alloc(g->n_functions, sizeof *called);
    uint32_t root = g->n_functions;

    for (uint32_t i = 0; i < g->n_edges; i++)
        if (v->edge_shown[i] && g->edges[i].caller != g->edges[i].callee)
            called[g->edges[i].callee] = true;
    for (int pass = 0; pass < 2 && root == g->n_functions; pass++)
        for (uint32_t i = 0; i < g->n_functions; i++) {
            bool may = v->shown[i] && (pass || !called[i]);
            if (may && (root == g->n_functions || v->m->total[i] > v->m->total[root]))
                root = i;
        }
    mem_free(called, g->n_functions, sizeof *called);
    return root;
}

/* An edge that only the profile before has is on no path of the profile after. */
static bool can_follow(const struct graph_view *v, uint32_t edge)
{
    return v->edge_shown[edge] && (v->m->weight[edge] || !v->before);
}

/* The heaviest edge to a function off the path; n_edges when the function's self value exceeds all
 * and the path may end. */
static uint32_t heaviest_edge(const struct graph_view *v, uint32_t function, bool may_end)
{
    uint32_t best = v->g->n_edges;
    uint32_t from;
    uint32_t to;

    graph_edges_of(v->g, function, &from, &to);
    for (uint32_t i = from; i < to; i++)
        if (can_follow(v, i) && !v->on_hot_path[v->g->edges[i].callee] &&
            (best == v->g->n_edges || v->m->weight[i] > v->m->weight[best]))
            best = i;
    if (may_end && best < v->g->n_edges && v->m->self[function] > v->m->weight[best])
        best = v->g->n_edges;
    return best;
}

void graph_find_hot_path(struct graph_view *view)
{
    uint32_t at = find_root(view);
    bool may_end = !view->around; /* else it leads to a function that the view is around */

    while (at < view->g->n_functions) {
        view->on_hot_path[at] = true;
        view->hot[view->n_hot++] = at;
        may_end = may_end || view->around[at];
        uint32_t edge = heaviest_edge(view, at, may_end);
        at = view->g->n_functions;
        if (edge < view->g->n_edges) {
            view->hot_edge[edge] = true;
            at = view->g->edges[edge].callee;
        }
    }
}
