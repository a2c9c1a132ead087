/* Runs: functions that only pass calls on, one after another, which pictures draw as one box. Of a
 * long hot path as many functions keep boxes of their own as fit into a window: the first, the
 * last, the one that holds most by itself, and those where most comes in or leaves. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"

enum { HOT_BOXES = 8, HOT_SHORT = 5, HOT_RUN_LEAST = 2, RUN_LEAST = 3 };

/* A function that holds or parts less than this share only passes calls on. */
#define PASSES_ON 0.02

static void add_run(struct graph_view *v, uint32_t n)
{
    struct graph_run *run = &v->runs[v->n_runs++];

    *run = (struct graph_run){v->n_in_runs, n};
    v->n_in_runs += n;
    for (uint32_t i = run->first; i < v->n_in_runs; i++)
        v->run[v->in_runs[i]] = v->n_runs;
}

struct hot_place {
    uint64_t parted; /* what comes in from elsewhere or goes elsewhere */
    uint32_t at;     /* on the hot path */
};

static int compare(const void *a, const void *b)
{
    const struct hot_place *x = a;
    const struct hot_place *y = b;

    if (x->parted != y->parted)
        return x->parted > y->parted ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* What does not come along the path, or does not go along it; the greater of both. */
static void find_parted(const struct graph_view *v, struct hot_place *places)
{
    const struct graph *g = v->g;
    uint64_t entered = v->m->total[v->hot[0]];

    for (uint32_t i = 0; i < v->n_hot; i++) {
        uint64_t total = v->m->total[v->hot[i]];
        uint64_t left = 0;
        uint32_t from;
        uint32_t to;
        graph_edges_of(g, v->hot[i], &from, &to);
        for (uint32_t e = from; e < to; e++)
            if (v->hot_edge[e])
                left = v->m->weight[e];
        uint64_t in = less(total, entered);
        uint64_t out = less(total, left);
        places[i] = (struct hot_place){in > out ? in : out, i};
        entered = left;
    }
}

/* One more of them is a box of its own; returns how many boxes there are more. */
static uint32_t keep(bool *kept, uint32_t at)
{
    if (kept[at])
        return 0;
    kept[at] = true;
    return (uint32_t)!kept[at - 1] + (uint32_t)!kept[at + 1];
}

/* Marks the functions that keep boxes of their own, by their place on the path. */
static void choose_kept(const struct graph_view *v, bool *kept)
{
    struct hot_place *places = mem_alloc(v->n_hot, sizeof *places);
    uint32_t heaviest = 0;
    uint32_t n = 3;

    for (uint32_t i = 0; i < v->n_hot; i++)
        if (v->m->self[v->hot[i]] > v->m->self[v->hot[heaviest]])
            heaviest = i;
    kept[0] = kept[v->n_hot - 1] = true;
    n += keep(kept, heaviest);
    for (uint32_t i = 0; v->around && i < v->n_hot; i++)
        n += v->around[v->hot[i]] ? keep(kept, i) : 0;
    find_parted(v, places);
    qsort(places, v->n_hot, sizeof *places, compare);
    for (uint32_t i = 0; i < v->n_hot && graph_share(v->m, places[i].parted) >= PASSES_ON; i++) {
        uint32_t at = places[i].at;
        if (kept[at])
            continue;
        uint32_t more = (uint32_t)!kept[at - 1] + (uint32_t)!kept[at + 1];
        if (n + more <= HOT_BOXES)
            n += keep(kept, at);
    }
    mem_free(places, v->n_hot, sizeof *places);
}

static void fold_hot_path(struct graph_view *v)
{
    bool *kept = mem_alloc(v->n_hot, sizeof *kept);
    uint32_t n = 0;

    choose_kept(v, kept);
    for (uint32_t i = 0; i < v->n_hot; i++) {
        if (!kept[i]) {
            v->in_runs[v->n_in_runs + n++] = v->hot[i];
            continue;
        }
        if (n >= HOT_RUN_LEAST)
            add_run(v, n);
        n = 0;
    }
    mem_free(kept, v->n_hot, sizeof *kept);
}

/* The calls of each function, by function. */
struct neighbours {
    uint32_t *callers, *callees; /* how many; a call of itself counts as two */
    uint32_t *callee;            /* the last one */
};

static void find_neighbours(const struct graph_view *v, struct neighbours *to)
{
    const struct graph *g = v->g;

    to->callers = mem_alloc(g->n_functions, sizeof *to->callers);
    to->callees = mem_alloc(g->n_functions, sizeof *to->callees);
    to->callee = mem_alloc(g->n_functions, sizeof *to->callee);
    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        uint32_t n = e->caller == e->callee ? 2 : 1;
        if (!v->edge_shown[i])
            continue;
        to->callers[e->callee] += n;
        to->callees[e->caller] += n;
        to->callee[e->caller] = e->callee;
    }
}

static void neighbours_free(struct neighbours *of, const struct graph *g)
{
    mem_free(of->callers, g->n_functions, sizeof *of->callers);
    mem_free(of->callees, g->n_functions, sizeof *of->callees);
    mem_free(of->callee, g->n_functions, sizeof *of->callee);
}

static bool passes_on(const struct graph_view *v, const struct neighbours *of, uint32_t function)
{
    return v->shown[function] && !v->on_hot_path[function] && of->callers[function] == 1 &&
           of->callees[function] == 1 && graph_self_share(v->m, function) < PASSES_ON;
}

/* Runs beside the hot path. A circle has no first function, and stays. */
static void fold_side_paths(struct graph_view *v)
{
    const struct graph *g = v->g;
    struct neighbours of;
    bool *first = mem_alloc(g->n_functions, sizeof *first);

    find_neighbours(v, &of);
    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        if (v->edge_shown[i] && passes_on(v, &of, e->callee))
            first[e->callee] = !passes_on(v, &of, e->caller);
    }
    for (uint32_t i = 0; i < g->n_functions; i++) {
        uint32_t n = 0;
        for (uint32_t at = i; first[i] && passes_on(v, &of, at); at = of.callee[at])
            v->in_runs[v->n_in_runs + n++] = at;
        if (n >= RUN_LEAST)
            add_run(v, n);
    }
    mem_free(first, g->n_functions, sizeof *first);
    neighbours_free(&of, g);
}

void graph_find_runs(struct graph_view *view)
{
    uint32_t n = view->g->n_functions;

    view->run = mem_alloc(n, sizeof *view->run);
    view->runs = mem_alloc(n, sizeof *view->runs);
    view->in_runs = mem_alloc(n, sizeof *view->in_runs);
    if (view->n_hot > HOT_SHORT)
        fold_hot_path(view);
    fold_side_paths(view);
}
