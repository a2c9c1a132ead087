/* Which functions a graph keeps when it may show only so many: those that hold four fifths of all
 * self cost, and the hot path; then those that matter most to its shape. */
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/choice.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"

struct function_weight {
    uint64_t weight;
    uint32_t function;
};

/* Functions without repetition, in the order in which they were added. */
struct kept {
    const struct graph_view *view;
    uint32_t *functions;
    bool *in; /* by function */
    uint32_t n, most;
    double light; /* with a smaller share only the hot path is added */
};

static bool is_light(const struct kept *to, uint32_t function)
{
    const struct graph_view *v = to->view;

    return to->light > 0 && !v->on_hot_path[function] &&
           graph_view_share(v, v->m->total[function], v->before ? v->before->total[function] : 0) <
               to->light;
}

static void add(struct kept *to, uint32_t function)
{
    if (to->n >= to->most || to->in[function] || is_light(to, function))
        return;
    to->in[function] = true;
    to->functions[to->n++] = function;
}

static uint64_t self_after(const struct graph_view *v, uint32_t function)
{
    return v->m->self[function];
}

static uint64_t self_before(const struct graph_view *v, uint32_t function)
{
    return v->before->self[function];
}

static uint64_t change(const struct graph_view *v, uint32_t function)
{
    uint64_t after = v->m->self[function];
    uint64_t before = v->before->self[function];

    return after > before ? after - before : before - after;
}

static int compare(const void *a, const void *b)
{
    const struct function_weight *x = a;
    const struct function_weight *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

/* Fills rows with the shown functions that together hold four fifths of a weight, the heaviest
 * first; returns how many. */
static uint32_t four_fifths(const struct graph_view *v,
                            uint64_t (*weight)(const struct graph_view *, uint32_t),
                            struct function_weight *rows)
{
    uint64_t sum = 0;
    uint64_t held = 0;
    uint32_t n = 0;
    uint32_t wanted = 0;

    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        uint64_t w = v->shown[i] ? weight(v, i) : 0;
        if (!w)
            continue;
        rows[n++] = (struct function_weight){w, i};
        sum = w > UINT64_MAX - sum ? UINT64_MAX : sum + w;
    }
    if (n)
        qsort(rows, n, sizeof *rows, compare);
    while (wanted < n && held < sum - sum / 5) {
        uint64_t w = rows[wanted++].weight;
        held = w > UINT64_MAX - held ? UINT64_MAX : held + w;
    }
    return wanted;
}

enum { LISTS = 3 };

/* Adds those that hold most; of two profiles, in turn those that changed most, and those that hold
 * most in either. */
static void add_heaviest(const struct graph_view *v, struct kept *to)
{
    uint64_t (*const weights[LISTS])(const struct graph_view *, uint32_t) = {
        v->before ? change : self_after, self_after, self_before};
    unsigned n_lists = v->before ? LISTS : 1;
    struct function_weight *rows[LISTS];
    uint32_t n[LISTS];
    uint32_t longest = 0;

    for (unsigned k = 0; k < n_lists; k++) {
        rows[k] = mem_alloc(v->g->n_functions, sizeof *rows[k]);
        n[k] = four_fifths(v, weights[k], rows[k]);
        longest = n[k] > longest ? n[k] : longest;
    }
    for (uint32_t i = 0; i < longest; i++)
        for (unsigned k = 0; k < n_lists; k++)
            if (i < n[k])
                add(to, rows[k][i].function);
    for (unsigned k = 0; k < n_lists; k++)
        mem_free(rows[k], v->g->n_functions, sizeof *rows[k]);
}

static struct kept kept_of(const struct graph_view *v, uint32_t most, double light)
{
    uint32_t n = v->g->n_functions;

    return (struct kept){.view = v,
                         .light = light,
                         .functions = mem_alloc(n, sizeof(uint32_t)),
                         .in = mem_alloc(n, sizeof(bool)),
                         .most = most};
}

static void kept_free(struct kept *k, const struct graph_view *v)
{
    mem_free(k->functions, v->g->n_functions, sizeof *k->functions);
    mem_free(k->in, v->g->n_functions, sizeof *k->in);
}

/* Where there is room for half of either only, the hot path keeps its root and its end. */
static void add_order(const struct graph_view *v, uint32_t most, uint32_t fill, struct kept *to)
{
    struct kept heaviest = kept_of(v, most, to->light);

    add_heaviest(v, &heaviest);
    for (uint32_t i = 0; i < heaviest.n && i < most - most / 2; i++)
        add(to, heaviest.functions[i]);
    if (v->n_hot)
        add(to, v->hot[0]);
    for (uint32_t i = v->n_hot; i-- > 0;)
        add(to, v->hot[i]);
    for (uint32_t i = 0; i < heaviest.n; i++)
        add(to, heaviest.functions[i]);
    kept_free(&heaviest, v);
    if (to->n >= fill)
        return;
    to->most = fill;
    uint32_t *rest = mem_alloc(v->g->n_functions, sizeof *rest);
    graph_by_importance(v, rest);
    for (uint32_t i = 0; i < v->g->n_functions; i++)
        if (v->shown[rest[i]])
            add(to, rest[i]);
    mem_free(rest, v->g->n_functions, sizeof *rest);
}

static void drop_hot_path(struct graph_view *v)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < v->n_hot; i++) {
        if (v->shown[v->hot[i]])
            v->hot[n++] = v->hot[i];
        else
            v->on_hot_path[v->hot[i]] = false;
    }
    v->n_hot = n;
}

void graph_keep_most(struct graph_view *view, const struct graph_choice *choice)
{
    enum { SMALL = 12 };
    const uint32_t most = choice->most;
    const uint32_t fill = choice->fill;
    struct kept kept = kept_of(view, most, view->g->n_met > SMALL ? choice->light : 0);

    for (uint32_t i = 0; choice->around && i < view->g->n_functions; i++)
        if (choice->around[i] && view->shown[i])
            add(&kept, i);

    add_order(view, most, fill < most ? fill : most, &kept);
    for (uint32_t i = 0; i < view->g->n_functions; i++) {
        view->other[i] = view->shown[i] && !kept.in[i];
        view->shown[i] = view->shown[i] && kept.in[i];
    }
    for (uint32_t i = 0; i < view->g->n_edges; i++) {
        const struct graph_edge *e = &view->g->edges[i];
        bool stays = view->shown[e->caller] && view->shown[e->callee];
        view->edge_shown[i] = view->edge_shown[i] && stays;
        view->hot_edge[i] = view->hot_edge[i] && stays;
    }
    drop_hot_path(view);
    kept_free(&kept, view);
}
