/* Totals from what an input states of calls; graph.h has the definitions. */
#include "base/mem.h"
#include "model/graph/build.h"
#include "model/graph/components.h"

/* What the input says that a function costs, or a component as a whole, without what it calls in
 * itself: once by the calls that lead to it, once by what it does. */
struct flow {
    uint64_t in;    /* calls from others */
    uint64_t spent; /* its own cost, and calls of others */
};

struct adding {
    struct graph *g;
    struct graph_measure *m;
    struct graph_components in;
    struct flow *function;  /* by function */
    uint64_t *least;        /* by function: its own, and its calls out of the component */
    struct flow *component; /* by component */
    bool *repeats;          /* by component: it is a cycle, or a function that calls itself */
    bool *outer;            /* by function: calls from outside of the component lead to it */
    uint32_t *entries;      /* by component: how many such members it has */
    bool lacks_insides;     /* nothing is stated of calls inside of a cycle */
};

static void add(uint64_t *sum, uint64_t value)
{
    *sum = value > UINT64_MAX - *sum ? UINT64_MAX : *sum + value;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void add_edge(struct adding *a, uint32_t edge)
{
    const struct graph_edge *e = &a->g->edges[edge];
    uint64_t cost = a->m->weight[edge];
    uint32_t from = a->in.component[e->caller];
    uint32_t to = a->in.component[e->callee];

    if (e->caller != e->callee) {
        add(&a->function[e->callee].in, cost);
        add(&a->function[e->caller].spent, cost);
    }
    if (from == to) {
        a->repeats[to] = true;
        return;
    }
    add(&a->least[e->caller], cost);
    add(&a->component[from].spent, cost);
    add(&a->component[to].in, cost);
    if (!a->outer[e->callee])
        a->entries[to]++;
    a->outer[e->callee] = true;
}

static void add_flows(struct adding *a)
{
    for (uint32_t i = 0; i < a->g->n_functions; i++) {
        uint64_t self = a->m->self[i];
        a->function[i].spent = a->least[i] = self;
        add(&a->component[a->in.component[i]].spent, self);
    }
    for (uint32_t i = 0; i < a->g->n_edges; i++)
        add_edge(a, i);
}

/* The total of a member of a cycle, or of a function that calls itself. */
static uint64_t total_in_cycle(const struct adding *a, uint32_t function)
{
    const struct flow *whole = &a->component[a->in.component[function]];
    const struct flow *own = &a->function[function];
    /* What begins inside of the cycle, without a call from outside. */
    uint64_t begun = whole->spent > whole->in ? whole->spent - whole->in : 0;
    uint64_t limit = whole->in + begun;
    uint64_t total = own->in;

    if (a->lacks_insides && graph_is_cycle(&a->in, a->in.component[function]))
        return limit;
    if (own->spent > own->in)
        add(&total, smaller(begun, own->spent - own->in));
    total = smaller(total, limit);
    return total > a->least[function] ? total : a->least[function];
}

static uint64_t total_of(const struct adding *a, uint32_t function)
{
    const struct flow *own = &a->function[function];

    if (a->repeats[a->in.component[function]])
        return total_in_cycle(a, function);
    /* Callers may know of more than the function does: of waits, or of parts that are left out. */
    return own->spent > own->in ? own->spent : own->in;
}

/* Whether a total in a cycle may be less: others of the cycle may be entered without this one. */
static bool is_bound(const struct adding *a, uint32_t function)
{
    uint32_t c = a->in.component[function];
    bool alone =
        a->outer[function] && a->entries[c] == 1 && a->component[c].spent <= a->component[c].in;

    return graph_is_cycle(&a->in, c) && a->m->total[function] > a->least[function] && !alone;
}

static void set_totals(struct adding *a)
{
    struct graph_measure *m = a->m;

    for (uint32_t i = 0; i < a->g->n_functions; i++) {
        if (!m->total[i])
            m->total[i] = total_of(a, i);
        if (m->total[i] > m->whole)
            m->whole = m->total[i];
        if (is_bound(a, i))
            a->g->functions[i].bound = true;
    }
    m->sum = m->whole; /* both are shares of one sum: a profiler may leave out own costs */
}

/* What goes through a call inside of a cycle is at most what both ends cost. Where the input states
 * more, it counts recursion again. */
static void limit_insides(struct adding *a)
{
    struct graph_measure *m = a->m;

    m->known = mem_alloc(a->g->n_edges, sizeof *m->known);
    for (uint32_t i = 0; i < a->g->n_edges; i++) {
        const struct graph_edge *e = &a->g->edges[i];
        uint64_t most = smaller(m->total[e->caller], m->total[e->callee]);
        m->known[i] = !graph_is_inside(&a->in, e) || (m->weight[i] <= most && !a->lacks_insides);
        if (!m->known[i])
            m->weight[i] = most;
    }
}

void graph_add_up(struct graph *g, struct graph_measure *m, bool lacks_insides)
{
    uint32_t n = g->n_functions;
    struct adding a = {.g = g, .m = m, .lacks_insides = lacks_insides};

    graph_components_find(&a.in, g);
    a.function = mem_alloc(n, sizeof *a.function);
    a.least = mem_alloc(n, sizeof *a.least);
    a.component = mem_alloc(a.in.n, sizeof *a.component);
    a.repeats = mem_alloc(a.in.n, sizeof *a.repeats);
    a.outer = mem_alloc(n, sizeof *a.outer);
    a.entries = mem_alloc(a.in.n, sizeof *a.entries);
    add_flows(&a);
    set_totals(&a);
    limit_insides(&a);
    graph_number_cycles(g, &a.in);
    mem_free(a.function, n, sizeof *a.function);
    mem_free(a.least, n, sizeof *a.least);
    mem_free(a.component, a.in.n, sizeof *a.component);
    mem_free(a.repeats, a.in.n, sizeof *a.repeats);
    mem_free(a.outer, n, sizeof *a.outer);
    mem_free(a.entries, a.in.n, sizeof *a.entries);
    graph_components_free(&a.in);
}
