/* Frees a view of a call graph, and counts in it. */
#include "model/graph/view.h"

#include "base/mem.h"

void graph_view_free(struct graph_view *view)
{
    if (view->g) {
        mem_free(view->shown, view->g->n_functions, sizeof *view->shown);
        mem_free(view->hot, view->g->n_functions, sizeof *view->hot);
        mem_free(view->on_hot_path, view->g->n_functions, sizeof *view->on_hot_path);
        mem_free(view->other, view->g->n_functions, sizeof *view->other);
        mem_free(view->run, view->run ? view->g->n_functions : 0, sizeof *view->run);
        mem_free(view->runs, view->run ? view->g->n_functions : 0, sizeof *view->runs);
        mem_free(view->in_runs, view->run ? view->g->n_functions : 0, sizeof *view->in_runs);
        mem_free(view->edge_shown, view->g->n_edges, sizeof *view->edge_shown);
        mem_free(view->hot_edge, view->g->n_edges, sizeof *view->hot_edge);
    }
    mem_free(view->residuals, view->residuals_room, sizeof *view->residuals);
    mem_free(view->others.edges, view->others.room, sizeof *view->others.edges);
    *view = (struct graph_view){0};
}

uint32_t graph_view_bounds(const struct graph_view *view)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < view->g->n_functions; i++)
        n += view->shown[i] && view->g->functions[i].bound;
    return n;
}
