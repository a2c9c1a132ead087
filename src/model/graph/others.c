/* Sums the costs of the functions that `most` left out, and of the calls between them and the shown
 * functions. With stacks the sums are exact. Without stacks calls inside a cycle are left out of
 * the sums, because recursion would be counted twice. */
#include "base/mem.h"
#include "model/graph/components.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"
#include "model/stack_walk.h"

/* Costs of calls by shown function; [0] of the measure, [1] of the measure before. */
struct sums {
    uint64_t *called[2];            /* of its calls to functions left out */
    uint64_t *calls[2];             /* of calls to it from functions left out */
    bool *called_more, *calls_more; /* whether there are calls that are not in the sum */
};

static void sums_init(struct sums *s, uint32_t n)
{
    *s = (struct sums){.called_more = mem_alloc(n, sizeof(bool)),
                       .calls_more = mem_alloc(n, sizeof(bool))};
    for (unsigned k = 0; k < 2; k++) {
        s->called[k] = mem_alloc(n, sizeof(uint64_t));
        s->calls[k] = mem_alloc(n, sizeof(uint64_t));
    }
}

static void sums_free(struct sums *s, uint32_t n)
{
    for (unsigned k = 0; k < 2; k++) {
        mem_free(s->called[k], n, sizeof(uint64_t));
        mem_free(s->calls[k], n, sizeof(uint64_t));
    }
    mem_free(s->called_more, n, sizeof(bool));
    mem_free(s->calls_more, n, sizeof(bool));
}

/* The functions on the path from the root to a frame: shown ones, and others that were left out. */
struct path_position {
    uint32_t first, last; /* 1 + the first, or last, shown function; 0: none */
    bool before, behind;  /* others stand before that first one, or behind that last one */
    bool any;             /* others stand somewhere */
};

static struct path_position enter(const struct graph_view *v, struct path_position at,
                                  uint32_t function)
{
    if (v->shown[function]) {
        if (!at.first)
            at.first = function + 1;
        at.last = function + 1;
        at.behind = false;
    } else if (v->other[function]) {
        at.any = at.behind = true;
        at.before = at.before || !at.first;
    }
    return at;
}

/* Adds the samples that end at a place. */
static void add_samples(struct graph_others *o, struct sums *s, unsigned side,
                        struct path_position at, uint64_t value)
{
    o->costs[side].total += at.any ? value : 0;
    if (at.first && at.before)
        s->calls[side][at.first - 1] += value;
    if (at.last && at.behind)
        s->called[side][at.last - 1] += value;
}

/* What the samples of each stack hold, without what it calls. */
static uint64_t *selves(const struct graph_view *v, const struct graph_measure *m)
{
    const struct profile *p = v->g->profile;
    size_t column = (size_t)(m - v->g->measures);
    uint64_t *values = mem_alloc(p->stacks.n, sizeof *values);

    for (uint32_t i = 0; i < p->n_samples; i++)
        values[p->samples[i].stack] += p->columns[column].values[i];
    return values;
}

static void add_stacks(struct graph_view *v, struct sums *s)
{
    const struct graph *g = v->g;
    const struct stacks *stacks = &g->profile->stacks;
    uint64_t *values[2] = {selves(v, v->m), v->before ? selves(v, v->before) : NULL};
    struct path_position *path = mem_alloc(1, sizeof *path);
    size_t room = 1;
    size_t n = 0;
    struct stack_walk walk;
    stack_id stack;
    bool entered;

    stack_walk_init(&walk, stacks);
    while (stack_walk_next(&walk, &stack, &entered)) {
        if (!entered) {
            n--;
            continue;
        }
        path = mem_grow(path, &room, n + 2, sizeof *path);
        path[n + 1] = enter(v, path[n], g->function_of[stacks->rows[stack].frame]);
        n++;
        for (unsigned k = 0; k < 2; k++)
            if (values[k] && values[k][stack])
                add_samples(&v->others, s, k, path[n], values[k][stack]);
    }
    stack_walk_free(&walk);
    v->others.exact = true;
    mem_free(path, room, sizeof *path);
    for (unsigned k = 0; k < 2; k++)
        mem_free(values[k], values[k] ? stacks->n : 0, sizeof **values);
}

static void sum(uint64_t *to, uint64_t value)
{
    *to = value > UINT64_MAX - *to ? UINT64_MAX : *to + value;
}

static void add_calls(struct graph_view *v, struct sums *s)
{
    const struct graph_measure *const sides[2] = {v->m, v->before};
    const struct graph *g = v->g;
    struct graph_components in;

    graph_components_find(&in, g);
    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        bool down = v->shown[e->caller] && v->other[e->callee];
        bool up = v->other[e->caller] && v->shown[e->callee];
        if (!down && !up)
            continue;
        uint32_t function = down ? e->caller : e->callee;
        if (graph_is_inside(&in, e)) {
            (down ? s->called_more : s->calls_more)[function] = true;
            continue;
        }
        for (unsigned k = 0; k < 2; k++)
            if (sides[k])
                sum(&(down ? s->called : s->calls)[k][function], sides[k]->weight[i]);
    }
    graph_components_free(&in);
}

static void add_edge(struct graph_view *v, struct graph_other_edge row, double least)
{
    struct graph_others *o = &v->others;
    double share = graph_view_share(v, row.weight, row.before);

    if ((!row.weight && !row.before && !row.more) || (!row.more && share < least))
        return;
    o->edges = mem_grow(o->edges, &o->room, (size_t)o->n_edges + 1, sizeof *o->edges);
    o->edges[o->n_edges++] = row;
}

static void set_edges(struct graph_view *v, const struct sums *s, double least)
{
    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        add_edge(
            v, (struct graph_other_edge){i, true, s->calls_more[i], s->calls[0][i], s->calls[1][i]},
            least);
        add_edge(v,
                 (struct graph_other_edge){i, false, s->called_more[i], s->called[0][i],
                                           s->called[1][i]},
                 least);
    }
}

void graph_add_others(struct graph_view *view, double least)
{
    const struct graph *g = view->g;
    struct sums s;

    for (uint32_t i = 0; i < g->n_functions; i++) {
        if (!view->other[i])
            continue;
        view->others.n++;
        sum(&view->others.costs[0].self, view->m->self[i]);
        sum(&view->others.costs[1].self, view->before ? view->before->self[i] : 0);
    }
    if (!view->others.n)
        return;
    sums_init(&s, g->n_functions);
    if (g->estimated || g->profile->calls.share)
        add_calls(view, &s);
    else
        add_stacks(view, &s);
    set_edges(view, &s, least);
    sums_free(&s, g->n_functions);
}
