/* Call ratios: divides the costs of functions among their callers; graph.h has the definitions.
 * They are those of gprof2dot, except that cycles without a caller lose nothing here. */
#include <math.h>

#include "base/mem.h"
#include "model/graph/build.h"
#include "model/graph/components.h"

/* One column being divided. Sums are doubles in its unit, because ratios are not whole numbers. */
struct sharing {
    struct graph *g;
    const struct graph_measure *m;
    struct graph_components in;
    double *key;    /* by edge: what the callee is shared out by */
    double *ratio;  /* by edge: the caller's part of the callee */
    double *total;  /* by function */
    double *whole;  /* by component: of a cycle all that it costs, else the total */
    double *weight; /* by edge */
    bool *known;    /* by edge */
    /* Of the current cycle and entry: */
    uint32_t *rank;     /* by function: 1 + the steps from the entry; 0: not reached */
    uint32_t *queue;    /* functions in the order of their ranks */
    double *call_ratio; /* by function: the sum of ratios of the calls that lead to it */
    double *partial;    /* by function: the entry's part of its cost, callees included */
};

static bool is_cycle(const struct sharing *s, uint32_t component)
{
    return graph_is_cycle(&s->in, component);
}

static bool is_inside(const struct sharing *s, const struct graph_edge *e)
{
    return graph_is_inside(&s->in, e);
}

/* 1 where the whole is 0. */
static double ratio_of(double part, double all)
{
    double ratio = all > 0 ? part / all : 1;

    return ratio > 1 ? 1 : ratio;
}

static void set_ratios(struct sharing *s)
{
    const struct graph *g = s->g;
    double *into = mem_alloc(g->n_functions, sizeof *into);
    double *into_cycle = mem_alloc(s->in.n, sizeof *into_cycle);

    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        if (e->caller != e->callee)
            into[e->callee] += s->key[i];
        if (!is_inside(s, e))
            into_cycle[s->in.component[e->callee]] += s->key[i];
    }
    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        bool enters = !is_inside(s, e) && is_cycle(s, s->in.component[e->callee]);
        if (e->caller != e->callee)
            s->ratio[i] = ratio_of(s->key[i], enters ? into_cycle[s->in.component[e->callee]]
                                                     : into[e->callee]);
    }
    mem_free(into, g->n_functions, sizeof *into);
    mem_free(into_cycle, s->in.n, sizeof *into_cycle);
}

/* The cost of a function itself and of its calls out of its component; sets the weights of those.
 */
static double add_outgoing_costs(struct sharing *s, uint32_t function)
{
    double cost = (double)s->m->self[function];

    for (uint32_t i = s->in.first[function]; i < s->in.first[function + 1]; i++) {
        const struct graph_edge *e = &s->g->edges[i];
        if (is_inside(s, e))
            continue;
        s->weight[i] = s->ratio[i] * s->whole[s->in.component[e->callee]];
        s->known[i] = true;
        cost += s->weight[i];
    }
    return cost;
}

/* Whether the edge stays in the cycle and leads away from the entry. */
static bool is_forward(const struct sharing *s, const struct graph_edge *e)
{
    return is_inside(s, e) && s->rank[e->callee] > s->rank[e->caller];
}

/* Ranks the members by their steps from the entry. Returns how many there are. */
static uint32_t rank_members(struct sharing *s, uint32_t entry)
{
    uint32_t n = 1;

    s->rank[entry] = 1;
    s->queue[0] = entry;
    for (uint32_t at = 0; at < n; at++) {
        uint32_t function = s->queue[at];
        for (uint32_t i = s->in.first[function]; i < s->in.first[function + 1]; i++) {
            const struct graph_edge *e = &s->g->edges[i];
            if (!is_inside(s, e) || s->rank[e->callee])
                continue;
            s->rank[e->callee] = s->rank[function] + 1;
            s->queue[n++] = e->callee;
        }
    }
    for (uint32_t at = 0; at < n; at++)
        for (uint32_t i = s->in.first[s->queue[at]]; i < s->in.first[s->queue[at] + 1]; i++)
            if (is_forward(s, &s->g->edges[i]))
                s->call_ratio[s->g->edges[i].callee] += s->ratio[i];
    return n;
}

/* Adds the part of a cycle's cost that enters at one member, from the last rank back. */
static void add_entry(struct sharing *s, uint32_t entry, double part, const double *outwards)
{
    uint32_t n = rank_members(s, entry);

    for (uint32_t at = n; at-- > 0;) {
        uint32_t function = s->queue[at];
        double partial = part * outwards[function];
        for (uint32_t i = s->in.first[function]; i < s->in.first[function + 1]; i++) {
            const struct graph_edge *e = &s->g->edges[i];
            if (!is_forward(s, e))
                continue;
            double share = ratio_of(s->ratio[i], s->call_ratio[e->callee]) * s->partial[e->callee];
            s->weight[i] += share;
            s->known[i] = true;
            partial += share;
        }
        s->partial[function] = partial;
        s->total[function] += partial;
    }
    for (uint32_t at = 0; at < n; at++) {
        s->rank[s->queue[at]] = 0;
        s->call_ratio[s->queue[at]] = 0;
    }
}

/* For a cycle without callers: the member whose calls cost most beyond what calls to it account
 * for; of equal ones the first. */
static uint32_t root_of(const struct sharing *s, uint32_t component, double *balance)
{
    uint32_t root = s->in.members[s->in.begin[component]];

    for (uint32_t k = s->in.begin[component]; k < s->in.begin[component + 1]; k++) {
        uint32_t function = s->in.members[k];
        for (uint32_t i = s->in.first[function]; i < s->in.first[function + 1]; i++) {
            balance[function] += s->key[i];
            if (is_inside(s, &s->g->edges[i]))
                balance[s->g->edges[i].callee] -= s->key[i];
        }
    }
    for (uint32_t k = s->in.begin[component]; k < s->in.begin[component + 1]; k++)
        if (balance[s->in.members[k]] > balance[root])
            root = s->in.members[k];
    return root;
}

static void share_cycle(struct sharing *s, uint32_t component, const double *entered,
                        double *outwards, double *balance)
{
    bool any = false;

    for (uint32_t k = s->in.begin[component]; k < s->in.begin[component + 1]; k++) {
        uint32_t member = s->in.members[k];
        outwards[member] = add_outgoing_costs(s, member);
        s->whole[component] += outwards[member];
    }
    for (uint32_t k = s->in.begin[component]; k < s->in.begin[component + 1]; k++) {
        uint32_t member = s->in.members[k];
        if (entered[member] <= 0)
            continue;
        add_entry(s, member, entered[member], outwards);
        any = true;
    }
    if (!any)
        add_entry(s, root_of(s, component, balance), 1, outwards);
}

/* Components come callees first, so the costs of callees are known. */
static void share_all(struct sharing *s)
{
    const struct graph *g = s->g;
    double *entered = mem_alloc(g->n_functions, sizeof *entered);
    double *outwards = mem_alloc(g->n_functions, sizeof *outwards);
    double *balance = mem_alloc(g->n_functions, sizeof *balance);

    for (uint32_t i = 0; i < g->n_edges; i++)
        if (!is_inside(s, &g->edges[i]))
            entered[g->edges[i].callee] += s->ratio[i];
    for (uint32_t c = 0; c < s->in.n; c++) {
        uint32_t function = s->in.members[s->in.begin[c]];
        if (is_cycle(s, c)) {
            share_cycle(s, c, entered, outwards, balance);
        } else {
            s->whole[c] = add_outgoing_costs(s, function);
            s->total[function] = s->whole[c];
        }
    }
    mem_free(entered, g->n_functions, sizeof *entered);
    mem_free(outwards, g->n_functions, sizeof *outwards);
    mem_free(balance, g->n_functions, sizeof *balance);
}

/* Converts a sum to whole units. Rounding cannot make it exceed 64 bits. */
static uint64_t whole_units(double value, double factor)
{
    static const double most = 9007199254740992.0; /* 2^53 */

    return value * factor < most ? (uint64_t)llround(value * factor) : (uint64_t)(value * factor);
}

/* Estimates are not whole units: adds as many digits to the measure as its sum allows. */
static uint64_t finer(const struct graph *g, struct graph_measure *m)
{
    enum { DIGITS = 6 };
    static const uint64_t most = UINT64_C(1) << 53;
    uint64_t factor = 1;

    for (unsigned i = 0; i < DIGITS && m->sum < most / 10 / factor; i++) {
        factor *= 10;
        m->scale++;
    }
    m->sum *= factor;
    m->whole *= factor;
    for (uint32_t i = 0; i < g->n_functions; i++)
        m->self[i] *= factor;
    return factor;
}

static void keep(const struct sharing *s, struct graph_measure *m)
{
    const struct graph *g = s->g;
    double factor = (double)finer(g, m);

    for (uint32_t i = 0; i < g->n_functions; i++)
        m->total[i] = whole_units(s->total[i], factor);
    m->known = s->known;
    for (uint32_t i = 0; i < g->n_edges; i++) {
        uint64_t caller = m->total[g->edges[i].caller];
        uint64_t callee = m->total[g->edges[i].callee];
        m->weight[i] = caller < callee ? caller : callee;
        if (s->known[i])
            m->weight[i] = whole_units(s->weight[i], factor);
    }
}

static void sharing_init(struct sharing *s, struct graph *g)
{
    uint32_t n = g->n_functions;

    *s = (struct sharing){
        .g = g,
        .key = mem_alloc(g->n_edges, sizeof *s->key),
        .ratio = mem_alloc(g->n_edges, sizeof *s->ratio),
        .total = mem_alloc(n, sizeof *s->total),
        .whole = mem_alloc(n, sizeof *s->whole),
        .weight = mem_alloc(g->n_edges, sizeof *s->weight),
        .known = mem_alloc(g->n_edges, sizeof *s->known),
        .rank = mem_alloc(n, sizeof *s->rank),
        .queue = mem_alloc(n, sizeof *s->queue),
        .call_ratio = mem_alloc(n, sizeof *s->call_ratio),
        .partial = mem_alloc(n, sizeof *s->partial),
    };
    graph_components_find(&s->in, g);
}

/* Frees all but `known`, which the measure owns. */
static void sharing_free(struct sharing *s)
{
    uint32_t n = s->g->n_functions;

    graph_components_free(&s->in);
    mem_free(s->key, s->g->n_edges, sizeof *s->key);
    mem_free(s->ratio, s->g->n_edges, sizeof *s->ratio);
    mem_free(s->total, n, sizeof *s->total);
    mem_free(s->whole, n, sizeof *s->whole);
    mem_free(s->weight, s->g->n_edges, sizeof *s->weight);
    mem_free(s->rank, n, sizeof *s->rank);
    mem_free(s->queue, n, sizeof *s->queue);
    mem_free(s->call_ratio, n, sizeof *s->call_ratio);
    mem_free(s->partial, n, sizeof *s->partial);
}

void graph_share_out(struct graph *g, struct graph_measure *m, bool by_count)
{
    struct sharing s;

    sharing_init(&s, g);
    s.m = m;
    for (uint32_t i = 0; i < g->n_edges; i++)
        s.key[i] = (double)(by_count ? g->edges[i].calls : m->weight[i]);
    set_ratios(&s);
    share_all(&s);
    keep(&s, m);
    graph_number_cycles(g, &s.in);
    sharing_free(&s);
}
