/* Builds the exact graph from stacks: every function and edge counts once for each stack that holds
 * it. */
#include "base/mem.h"
#include "model/graph/build.h"
#include "model/stack_walk.h"

/* The walk and what is on its path. */
struct stacks_walk {
    struct graph *g;
    bool repeats;      /* what recurs in a stack counts each time: what call ratios begin with */
    uint64_t **totals; /* by column, then by stack */
    struct graph_found found;
    uint32_t *functions_on_path; /* by function: how often */
    uint32_t *edges_on_path;     /* by edge */
    size_t edges_room;
    uint32_t *path; /* the edges into the frames of the path, from its second frame on */
    size_t n, path_room;
};

/* A caller has a smaller id than its callees. */
uint64_t *graph_stack_totals(const struct profile *p, size_t column)
{
    uint64_t *totals = mem_alloc(p->stacks.n, sizeof *totals);

    for (uint32_t i = 0; i < p->n_samples; i++)
        totals[p->samples[i].stack] += p->columns[column].values[i];
    for (stack_id i = p->stacks.n - 1; i > 0; i--)
        totals[p->stacks.rows[i].caller] += totals[i];
    return totals;
}

static void add_edge(struct stacks_walk *w, stack_id stack, uint32_t caller, uint32_t callee)
{
    uint32_t edge = pairs_add(&w->found.pairs, caller, callee);

    w->edges_on_path =
        mem_grow(w->edges_on_path, &w->edges_room, (size_t)edge + 1, sizeof *w->edges_on_path);
    w->path = mem_grow(w->path, &w->path_room, w->n + 1, sizeof *w->path);
    w->path[w->n] = edge;
    if (w->edges_on_path[edge]++ && !w->repeats)
        return;
    for (size_t c = 0; c < w->g->n_measures; c++)
        graph_weigh(&w->found, c, edge, w->totals[c][stack]);
}

static void enter(struct stacks_walk *w, stack_id stack)
{
    const struct stack *row = &w->g->profile->stacks.rows[stack];
    uint32_t callee = w->g->function_of[row->frame];

    if (row->caller)
        add_edge(w, stack, w->g->function_of[w->g->profile->stacks.rows[row->caller].frame],
                 callee);
    w->n++;
    if (w->functions_on_path[callee]++)
        return;
    for (size_t c = 0; c < w->g->n_measures; c++)
        w->g->measures[c].total[callee] += w->totals[c][stack];
}

static void leave(struct stacks_walk *w, stack_id stack)
{
    const struct stack *row = &w->g->profile->stacks.rows[stack];

    w->n--;
    w->functions_on_path[w->g->function_of[row->frame]]--;
    if (row->caller)
        w->edges_on_path[w->path[w->n]]--;
}

static void walk_free(struct stacks_walk *w)
{
    for (size_t c = 0; c < w->g->n_measures; c++)
        mem_free(w->totals[c], w->g->profile->stacks.n, sizeof *w->totals[c]);
    mem_free(w->totals, w->g->n_measures, sizeof *w->totals);
    mem_free(w->functions_on_path, w->g->n_functions, sizeof *w->functions_on_path);
    mem_free(w->edges_on_path, w->edges_room, sizeof *w->edges_on_path);
    mem_free(w->path, w->path_room, sizeof *w->path);
    graph_found_free(&w->found);
}

void graph_add_stacks(struct graph *g, bool repeats)
{
    const struct profile *p = g->profile;
    struct stack_walk walk;
    stack_id stack;
    bool entered;
    struct stacks_walk w = {
        .g = g,
        .repeats = repeats,
        .totals = mem_alloc(g->n_measures, sizeof *w.totals),
        .functions_on_path = mem_alloc(g->n_functions, sizeof *w.functions_on_path),
    };

    graph_found_init(&w.found, g->n_measures);
    for (size_t c = 0; c < g->n_measures; c++)
        w.totals[c] = graph_stack_totals(p, c);
    stack_walk_init(&walk, &p->stacks);
    while (stack_walk_next(&walk, &stack, &entered)) {
        if (entered)
            enter(&w, stack);
        else
            leave(&w, stack);
    }
    stack_walk_free(&walk);
    graph_set_edges(g, &w.found, NULL);
    walk_free(&w);
}

void graph_of_stacks(struct graph *g, const struct profile *p)
{
    graph_begin(g, p);
    graph_add_stacks(g, false);
}
