/* Which functions matter most: (entropy of incoming weights + entropy of outgoing weights) * total
 * + self. Functions that only pass calls on go first. The rule is pprof's
 * (internal/graph/graph.go). */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/graph/parts.h"
#include "model/graph/view.h"

/* The weights on one side of a function: their sum, and the sum of w * log2(w). */
struct side {
    double sum, products;
    uint32_t n;
};

struct rated {
    double importance;
    uint32_t function;
};

static void add(struct side *side, uint64_t weight)
{
    double w = (double)weight;

    if (!weight)
        return;
    side->sum += w;
    side->products += w * log2(w);
    side->n++;
}

/* In bits; no edges count as one. */
static double entropy(const struct side *side)
{
    return side->n ? log2(side->sum) - side->products / side->sum : 1;
}

static int compare(const void *a, const void *b)
{
    const struct rated *x = a;
    const struct rated *y = b;

    if (x->importance != y->importance)
        return x->importance > y->importance ? -1 : 1;
    return (x->function > y->function) - (x->function < y->function);
}

/* The self value is an outgoing weight as well. With two measures the greater importance counts,
 * each relative to its own whole. */
static void rate(const struct graph_view *v, const struct graph_measure *m, struct rated *rated)
{
    const struct graph *g = v->g;
    double whole = m->whole ? (double)m->whole : 1;
    struct side *in = mem_alloc(g->n_functions, sizeof *in);
    struct side *out = mem_alloc(g->n_functions, sizeof *out);

    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        if (e->caller == e->callee)
            continue;
        add(&in[e->callee], m->weight[i]);
        add(&out[e->caller], m->weight[i]);
    }
    for (uint32_t i = 0; i < g->n_functions; i++) {
        if (out[i].n)
            add(&out[i], m->self[i]);
        double importance =
            (entropy(&in[i]) + entropy(&out[i])) * (double)m->total[i] + (double)m->self[i];
        rated[i].importance = fmax(rated[i].importance, importance / whole);
    }
    mem_free(in, g->n_functions, sizeof *in);
    mem_free(out, g->n_functions, sizeof *out);
}

void graph_by_importance(const struct graph_view *view, uint32_t *order)
{
    uint32_t n = view->g->n_functions;
    struct rated *rated = mem_alloc(n, sizeof *rated);

    for (uint32_t i = 0; i < n; i++)
        rated[i].function = i;
    rate(view, view->m, rated);
    if (view->before)
        rate(view, view->before, rated);
    if (n)
        qsort(rated, n, sizeof *rated, compare);
    for (uint32_t i = 0; i < n; i++)
        order[i] = rated[i].function;
    mem_free(rated, n, sizeof *rated);
}
