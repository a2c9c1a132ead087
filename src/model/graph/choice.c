/* Chooses which functions and edges of a call graph are shown, step by step (parts.h). */
#include "model/graph/choice.h"

#include "base/mem.h"
#include "model/graph/parts.h"

static void choose_functions(struct graph_view *v, const struct graph_choice *choice)
{
    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        uint64_t before = v->before ? v->before->total[i] : 0;
        v->shown[i] = v->g->functions[i].met &&
                      graph_view_share(v, v->m->total[i], before) >= choice->node_least &&
                      (!choice->fitting || choice->fitting[i]);
    }
}

static void choose_edges(struct graph_view *v, const struct graph_choice *choice)
{
    for (uint32_t i = 0; i < v->g->n_edges; i++) {
        const struct graph_edge *e = &v->g->edges[i];
        uint64_t before = v->before ? v->before->weight[i] : 0;
        v->edge_shown[i] = v->shown[e->caller] && v->shown[e->callee] &&
                           graph_view_share(v, v->m->weight[i], before) >= choice->edge_least;
    }
}

/* Edges by the function that the search comes from: the caller, or backwards the callee. */
struct links {
    uint32_t *first; /* by function, and their end */
    uint32_t *edges;
};

static void links_init(struct links *l, const struct graph_view *v, bool backwards)
{
    const struct graph *g = v->g;
    uint32_t *filled = mem_alloc(g->n_functions, sizeof *filled);

    l->first = mem_alloc((size_t)g->n_functions + 1, sizeof *l->first);
    l->edges = mem_alloc(g->n_edges, sizeof *l->edges);
    for (uint32_t i = 0; i < g->n_edges; i++)
        l->first[(backwards ? g->edges[i].callee : g->edges[i].caller) + 1]++;
    for (uint32_t i = 0; i < g->n_functions; i++)
        l->first[i + 1] += l->first[i];
    for (uint32_t i = 0; i < g->n_edges; i++) {
        uint32_t from = backwards ? g->edges[i].callee : g->edges[i].caller;
        l->edges[l->first[from] + filled[from]++] = i;
    }
    mem_free(filled, g->n_functions, sizeof *filled);
}

static void links_free(struct links *l, const struct graph *g)
{
    mem_free(l->first, (size_t)g->n_functions + 1, sizeof *l->first);
    mem_free(l->edges, g->n_edges, sizeof *l->edges);
}

/* Keeps only what lies within `depth` edges of the given functions: a breadth-first search, whose
 * result does not depend on any order. */
static void keep_reached(struct graph_view *v, const bool *given, bool backwards, uint32_t depth)
{
    const struct graph *g = v->g;
    uint32_t *steps = mem_alloc(g->n_functions, sizeof *steps); /* + 1; 0: not reached */
    uint32_t *queue = mem_alloc(g->n_functions, sizeof *queue);
    struct links links;
    uint32_t n = 0;

    links_init(&links, v, backwards);
    for (uint32_t i = 0; i < g->n_functions; i++)
        if (given[i] && v->shown[i]) {
            steps[i] = 1;
            queue[n++] = i;
        }
    for (uint32_t at = 0; at < n; at++) {
        uint32_t from = queue[at];
        if (steps[from] - 1 >= depth)
            break;
        for (uint32_t k = links.first[from]; k < links.first[from + 1]; k++) {
            const struct graph_edge *e = &g->edges[links.edges[k]];
            uint32_t to = backwards ? e->caller : e->callee;
            if (!v->edge_shown[links.edges[k]] || steps[to])
                continue;
            steps[to] = steps[from] + 1;
            queue[n++] = to;
        }
    }
    for (uint32_t i = 0; i < g->n_functions; i++)
        v->shown[i] = steps[i] != 0;
    for (uint32_t i = 0; i < g->n_edges; i++)
        v->edge_shown[i] =
            v->edge_shown[i] && v->shown[g->edges[i].caller] && v->shown[g->edges[i].callee];
    links_free(&links, g);
    mem_free(steps, g->n_functions, sizeof *steps);
    mem_free(queue, g->n_functions, sizeof *queue);
}

/* Keeps what leads to the given functions and what they lead to. */
static void keep_around(struct graph_view *v, const bool *given)
{
    const struct graph *g = v->g;
    bool *shown = mem_copy(v->shown, g->n_functions, g->n_functions, sizeof *shown);
    bool *edges = mem_copy(v->edge_shown, g->n_edges, g->n_edges, sizeof *edges);

    keep_reached(v, given, true, UINT32_MAX);
    for (uint32_t i = 0; i < g->n_functions; i++) {
        bool above = v->shown[i];
        v->shown[i] = shown[i];
        shown[i] = above;
    }
    for (uint32_t i = 0; i < g->n_edges; i++) {
        bool above = v->edge_shown[i];
        v->edge_shown[i] = edges[i];
        edges[i] = above;
    }
    keep_reached(v, given, false, UINT32_MAX);
    for (uint32_t i = 0; i < g->n_functions; i++)
        v->shown[i] = v->shown[i] || shown[i];
    for (uint32_t i = 0; i < g->n_edges; i++)
        v->edge_shown[i] = v->edge_shown[i] || edges[i];
    mem_free(shown, g->n_functions, sizeof *shown);
    mem_free(edges, g->n_edges, sizeof *edges);
}

/* Least shares are parts of what the given functions hold. */
static void relate(const struct graph_view *v, struct graph_choice *choice)
{
    double most = 0;

    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        double share = graph_view_share(v, v->m->total[i], v->before ? v->before->total[i] : 0);
        if (choice->around[i] && share > most)
            most = share;
    }
    choice->node_least *= most;
    choice->edge_least *= most;
    choice->light *= most;
}

static void choose_most(struct graph_view *v, const struct graph_choice *choice)
{
    graph_find_hot_path(v);
    graph_keep_most(v, choice);
    graph_keep_heaviest_calls(v, choice->most);
    if (!choice->no_hot_path)
        return;
    for (uint32_t i = 0; i < v->g->n_functions; i++)
        v->on_hot_path[i] = false;
    for (uint32_t i = 0; i < v->g->n_edges; i++)
        v->hot_edge[i] = false;
    v->n_hot = 0;
}

static void add_residuals(struct graph_view *v, const struct graph_choice *choice)
{
    graph_add_residuals(v, choice->edge_least);
    if (choice->most)
        graph_keep_heaviest_residuals(v, choice->most);
}

void graph_view_build(struct graph_view *view, const struct graph *g,
                      const struct graph_choice *wanted)
{
    struct graph_choice related = *wanted;
    const struct graph_choice *choice = &related;

    *view = (struct graph_view){
        .g = g,
        .m = &g->measures[choice->measure],
        .before = choice->before,
        .around = choice->around,
        .shown = mem_alloc(g->n_functions, sizeof *view->shown),
        .edge_shown = mem_alloc(g->n_edges, sizeof *view->edge_shown),
        .hot_edge = mem_alloc(g->n_edges, sizeof *view->hot_edge),
        .hot = mem_alloc(g->n_functions, sizeof *view->hot),
        .on_hot_path = mem_alloc(g->n_functions, sizeof *view->on_hot_path),
        .other = mem_alloc(g->n_functions, sizeof *view->other),
    };
    if (choice->around)
        relate(view, &related);
    choose_functions(view, choice);
    choose_edges(view, choice);
    if (choice->roots)
        keep_reached(view, choice->roots, false, choice->depth);
    if (choice->leaves)
        keep_reached(view, choice->leaves, true, choice->depth);
    if (choice->around)
        keep_around(view, choice->around);
    if (choice->most)
        choose_most(view, choice);
    for (uint32_t i = 0; i < g->n_functions; i++)
        view->n_shown += view->shown[i];
    if (!choice->no_residuals && !g->estimated && !g->profile->calls.share)
        add_residuals(view, choice);
    if (choice->others)
        graph_add_others(view, choice->edge_least);
    if (!choice->no_hot_path && !choice->most)
        graph_find_hot_path(view);
    if (choice->runs)
        graph_find_runs(view);
    view->n_dashed = view->n_residuals + view->others.n_edges;
    if (choice->few_dashed)
        graph_keep_few_dashed(view);
    view->around = NULL;
}
