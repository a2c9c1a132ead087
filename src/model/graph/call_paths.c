/* Finds call paths by a walk through all stacks: at each frame of the function, the path up from
 * it; below it, the path down. */
#include "model/graph/call_paths.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/build.h"
#include "model/stack_walk.h"

enum { NO_STEP = 0 }; /* else 1 + a step */

/* A frame of the path. */
struct path_mark {
    uint32_t function;
    uint32_t below; /* frames since the function, 0 at it; UINT32_MAX: it was not seen */
    uint32_t step;  /* that this frame ends (in) or is (out) */
};

struct paths_walk {
    const struct graph *g;
    struct pairs steps;
    uint64_t *weights; /* by step, then by measure */
    size_t weights_room;
    uint32_t function, depth, most;
    bool out;
    uint64_t **totals; /* by measure, then by stack */
    struct path_mark *path;
    size_t n, path_room;
    uint32_t *on_path; /* by step */
    size_t on_path_room;
};

/* Returns 1 + the number of the step, as `before` is. */
static uint32_t step_behind(struct paths_walk *w, uint32_t before, uint32_t function)
{
    uint32_t step = pairs_add(&w->steps, before, function);

    w->on_path = mem_grow(w->on_path, &w->on_path_room, (size_t)step + 1, sizeof *w->on_path);
    w->weights = mem_grow(w->weights, &w->weights_room, ((size_t)step + 1) * w->g->n_measures,
                          sizeof *w->weights);
    return step + 1;
}

static uint64_t *weights_of(const struct paths_walk *w, uint32_t step)
{
    return &w->weights[(step - 1) * w->g->n_measures];
}

static void count(struct paths_walk *w, uint32_t step, stack_id stack)
{
    if (step == NO_STEP || w->on_path[step - 1]++)
        return;
    for (size_t c = 0; c < w->g->n_measures; c++)
        weights_of(w, step)[c] += w->totals[c][stack];
}

/* The path from the frame entered last up to its end. */
static uint32_t path_to_end(struct paths_walk *w)
{
    uint32_t step = NO_STEP;
    uint32_t taken = 0;

    for (size_t at = w->n - 1; taken < w->depth; taken++) {
        if (at == 0)
            return step_behind(w, step, CALL_PATH_BOTTOM);
        step = step_behind(w, step, w->path[--at].function);
        if (w->path[at].function == w->function)
            break;
    }
    return step;
}

static void enter(struct paths_walk *w, stack_id stack)
{
    uint32_t function = w->g->function_of[w->g->profile->stacks.rows[stack].frame];
    const struct path_mark above =
        w->n ? w->path[w->n - 1] : (struct path_mark){.below = UINT32_MAX};
    uint32_t step = NO_STEP;

    w->path = mem_grow(w->path, &w->path_room, w->n + 1, sizeof *w->path);
    if (w->out && above.below < w->depth)
        step = step_behind(w, above.below ? above.step : NO_STEP, function);
    struct path_mark *mark = &w->path[w->n++];
    *mark = (struct path_mark){.function = function, .below = above.below};
    if (function == w->function)
        mark->below = 0;
    else if (above.below < UINT32_MAX)
        mark->below++;
    if (!w->out && mark->below == 0)
        step = path_to_end(w);
    mark->step = step;
    count(w, step, stack);
}

static void leave(struct paths_walk *w)
{
    uint32_t step = w->path[--w->n].step;

    if (step != NO_STEP)
        w->on_path[step - 1]--;
}

static bool walk(struct paths_walk *w)
{
    struct stack_walk walk;
    stack_id stack;
    bool entered;
    const struct profile *p = w->g->profile;

    w->totals = mem_alloc(w->g->n_measures, sizeof *w->totals);
    for (size_t c = 0; c < w->g->n_measures; c++)
        w->totals[c] = graph_stack_totals(p, c);
    stack_walk_init(&walk, &p->stacks);
    while (w->steps.n < w->most && stack_walk_next(&walk, &stack, &entered)) {
        if (entered)
            enter(w, stack);
        else
            leave(w);
    }
    stack_walk_free(&walk);
    for (size_t c = 0; c < w->g->n_measures; c++)
        mem_free(w->totals[c], p->stacks.n, sizeof *w->totals[c]);
    mem_free(w->totals, w->g->n_measures, sizeof *w->totals);
    mem_free(w->path, w->path_room, sizeof *w->path);
    return w->steps.n < w->most;
}

/* For graphs without stacks: each edge is a path of one step. */
static void take_edges(struct paths_walk *w)
{
    for (uint32_t i = 0; i < w->g->n_edges; i++) {
        const struct graph_edge *e = &w->g->edges[i];
        if ((w->out ? e->caller : e->callee) != w->function)
            continue;
        uint32_t step = step_behind(w, NO_STEP, w->out ? e->callee : e->caller);
        for (size_t c = 0; c < w->g->n_measures; c++)
            weights_of(w, step)[c] += w->g->measures[c].weight[i];
    }
}

/* A step and the number under which it was found. */
struct found {
    struct pair step;
    uint32_t number;
};

static int compare(const void *a, const void *b)
{
    const struct pair *x = &((const struct found *)a)->step;
    const struct pair *y = &((const struct found *)b)->step;

    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* Renumbers the steps: first steps by function, then what follows each of them. The order in which
 * they were found depends on how the input was split into parts. */
static void order(struct paths_walk *w, struct call_paths *ways)
{
    uint32_t n = w->steps.n;
    struct found *found = mem_alloc(n, sizeof *found);
    uint32_t *first = mem_alloc((size_t)n + 2, sizeof *first); /* in found, by the step before */
    uint32_t *old = mem_alloc(n, sizeof *old);                 /* by new number */
    uint32_t taken = 0;

    for (uint32_t i = 0; i < n; i++) {
        found[i] = (struct found){w->steps.rows[i], i};
        first[w->steps.rows[i].a + 1]++;
    }
    for (uint32_t i = 0; i <= n; i++)
        first[i + 1] += first[i];
    qsort(found, n, sizeof *found, compare);
    for (uint32_t at = 0; at <= n; at++) {
        uint32_t before = at ? old[at - 1] + 1 : 0;
        for (uint32_t i = first[before]; i < first[before + 1]; i++) {
            ways->steps[taken] = (struct pair){at, found[i].step.b};
            memcpy(&ways->weights[taken * ways->n_measures], weights_of(w, found[i].number + 1),
                   ways->n_measures * sizeof *ways->weights);
            old[taken++] = found[i].number;
        }
    }
    mem_free(found, n, sizeof *found);
    mem_free(first, (size_t)n + 2, sizeof *first);
    mem_free(old, n, sizeof *old);
}

static bool find(struct call_paths *ways, struct paths_walk *w)
{
    bool all = true;

    pairs_init(&w->steps);
    if (graph_knows_stacks(w->g))
        all = walk(w);
    else
        take_edges(w);
    *ways = (struct call_paths){
        .n = w->steps.n,
        .n_measures = w->g->n_measures,
        .steps = mem_alloc(w->steps.n, sizeof *ways->steps),
        .weights = mem_alloc(w->steps.n * w->g->n_measures, sizeof *ways->weights),
    };
    order(w, ways);
    pairs_free(&w->steps);
    mem_free(w->weights, w->weights_room, sizeof *w->weights);
    mem_free(w->on_path, w->on_path_room, sizeof *w->on_path);
    return all;
}

bool call_paths_in(struct call_paths *ways, const struct graph *g, uint32_t function,
                   uint32_t depth, uint32_t most)
{
    return find(ways,
                &(struct paths_walk){.g = g, .function = function, .depth = depth, .most = most});
}

bool call_paths_out(struct call_paths *ways, const struct graph *g, uint32_t function,
                    uint32_t depth, uint32_t most)
{
    return find(ways, &(struct paths_walk){
                          .g = g, .function = function, .depth = depth, .most = most, .out = true});
}

void call_paths_free(struct call_paths *ways)
{
    mem_free(ways->steps, ways->n, sizeof *ways->steps);
    mem_free(ways->weights, ways->n * ways->n_measures, sizeof *ways->weights);
    *ways = (struct call_paths){0};
}
