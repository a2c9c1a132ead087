/* Residual edges: between shown functions that call each other only through hidden ones. Found by a
 * walk through the stacks that skips the hidden functions. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/build.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"
#include "model/pairs.h"
#include "model/stack_walk.h"

struct residual_walk {
    struct graph_view *view;
    uint64_t *totals;        /* by stack */
    uint64_t *totals_before; /* the same of view->before; NULL: there is none */
    uint32_t *path;  /* by frame of the path: 1 + the last shown function up to it; 0: none */
    uint32_t *edges; /* by frame of the path: 1 + the residual edge into it; 0: none */
    bool *passed;    /* by frame of the path: frames between it and that function were passed */
    size_t n, path_room, edges_room, passed_room;
    struct pairs found;
    struct graph_residual *rows; /* by pair; their ends are set at last */
    uint32_t *on_path;           /* by pair */
    size_t rows_room, on_path_room;
};

static void add(struct residual_walk *w, stack_id stack, uint32_t caller, uint32_t callee)
{
    uint32_t pair = pairs_add(&w->found, caller, callee);

    w->rows = mem_grow(w->rows, &w->rows_room, (size_t)pair + 1, sizeof *w->rows);
    w->on_path = mem_grow(w->on_path, &w->on_path_room, (size_t)pair + 1, sizeof *w->on_path);
    if (w->on_path[pair]++ == 0) {
        w->rows[pair].weight += w->totals[stack];
        w->rows[pair].before += w->totals_before ? w->totals_before[stack] : 0;
    }
    w->edges[w->n] = pair + 1;
}

static void enter(struct residual_walk *w, stack_id stack)
{
    const struct graph *g = w->view->g;
    uint32_t function = g->function_of[g->profile->stacks.rows[stack].frame];
    size_t n = w->n;

    w->path = mem_grow(w->path, &w->path_room, n + 1, sizeof *w->path);
    w->edges = mem_grow(w->edges, &w->edges_room, n + 1, sizeof *w->edges);
    w->passed = mem_grow(w->passed, &w->passed_room, n + 1, sizeof *w->passed);
    uint32_t above = n ? w->path[n - 1] : 0;
    bool passed = n && w->passed[n - 1];
    bool shown = w->view->shown[function];
    w->edges[n] = 0;
    w->path[n] = shown ? function + 1 : above;
    w->passed[n] = !shown;
    if (shown && passed && above && above - 1 != function)
        add(w, stack, above - 1, function);
    w->n++;
}

static void leave(struct residual_walk *w)
{
    w->n--;
    if (w->edges[w->n])
        w->on_path[w->edges[w->n] - 1]--;
}

static int compare(const void *a, const void *b)
{
    const struct graph_residual *x = a;
    const struct graph_residual *y = b;

    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

static void keep(struct residual_walk *w, double least)
{
    struct graph_view *v = w->view;

    for (uint32_t i = 0; i < w->found.n; i++) {
        struct graph_residual row = w->rows[i];
        if ((!row.weight && !row.before) || graph_view_share(v, row.weight, row.before) < least)
            continue;
        row.caller = w->found.rows[i].a;
        row.callee = w->found.rows[i].b;
        v->residuals = mem_grow(v->residuals, &v->residuals_room, (size_t)v->n_residuals + 1,
                                sizeof *v->residuals);
        v->residuals[v->n_residuals++] = row;
    }
    if (v->n_residuals)
        qsort(v->residuals, v->n_residuals, sizeof *v->residuals, compare);
}

static void walk_free(struct residual_walk *w)
{
    mem_free(w->totals, w->view->g->profile->stacks.n, sizeof *w->totals);
    mem_free(w->totals_before, w->view->g->profile->stacks.n, sizeof *w->totals_before);
    mem_free(w->path, w->path_room, sizeof *w->path);
    mem_free(w->edges, w->edges_room, sizeof *w->edges);
    mem_free(w->passed, w->passed_room, sizeof *w->passed);
    mem_free(w->rows, w->rows_room, sizeof *w->rows);
    mem_free(w->on_path, w->on_path_room, sizeof *w->on_path);
    pairs_free(&w->found);
}

void graph_add_residuals(struct graph_view *view, double least)
{
    const struct profile *p = view->g->profile;
    struct residual_walk w = {.view = view};
    struct stack_walk walk;
    stack_id stack;
    bool entered;

    if (view->n_shown == view->g->n_functions)
        return;
    w.totals = graph_stack_totals(p, (size_t)(view->m - view->g->measures));
    if (view->before)
        w.totals_before = graph_stack_totals(p, (size_t)(view->before - view->g->measures));
    pairs_init(&w.found);
    stack_walk_init(&walk, &p->stacks);
    while (stack_walk_next(&walk, &stack, &entered)) {
        if (entered)
            enter(&w, stack);
        else
            leave(&w);
    }
    stack_walk_free(&walk);
    keep(&w, least);
    walk_free(&w);
}
