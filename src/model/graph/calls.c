/* Builds graphs from an input with calls but no stacks, and by call ratios from stacks treated as
 * calls. */
#include "base/mem.h"
#include "model/graph/build.h"

static void add_saturated(uint64_t *sum, uint64_t value)
{
    *sum = value > UINT64_MAX - *sum ? UINT64_MAX : *sum + value;
}

/* Renumbers cycles from 1; the numbers in an input are arbitrary. */
static void set_called(struct graph *g)
{
    const struct calls *calls = &g->profile->calls;
    struct pairs cycles;

    pairs_init(&cycles);
    for (frame_id i = 1; i < g->profile->frames.n && i < calls->called_room; i++) {
        const struct called *from = &calls->called[i];
        struct graph_function *to = &g->functions[g->function_of[i]];
        to->counted |= from->counted;
        add_saturated(&to->called, from->count);
        if (from->cycle)
            to->cycle = pairs_add(&cycles, from->cycle, 0) + 1;
    }
    g->n_cycles = cycles.n;
    pairs_free(&cycles);
}

static void set_edges(struct graph *g)
{
    const struct calls *calls = &g->profile->calls;
    struct graph_found found;
    uint64_t *counts = NULL;
    size_t room = 0;

    graph_found_init(&found, g->n_measures);
    for (uint32_t i = 0; i < calls->pairs.n; i++) {
        const struct pair *pair = &calls->pairs.rows[i];
        uint32_t edge = pairs_add(&found.pairs, g->function_of[pair->a], g->function_of[pair->b]);
        counts = mem_grow(counts, &room, (size_t)edge + 1, sizeof *counts);
        add_saturated(&counts[edge], calls->counts[i]);
        for (size_t c = 0; c < g->n_measures; c++)
            graph_weigh(&found, c, edge, calls_cost_of(calls, i, c));
    }
    graph_set_edges(g, &found, counts);
    graph_found_free(&found);
    mem_free(counts, room, sizeof *counts);
}

/* Takes the totals that the input gives, and the whole of which they are parts. */
static void take_totals(struct graph *g, struct graph_measure *m, size_t column)
{
    const struct calls *calls = &g->profile->calls;

    for (frame_id i = 1; i < g->profile->frames.n; i++)
        add_saturated(&m->total[g->function_of[i]], calls_total_of(calls, i, column));
    for (uint32_t i = 0; i < g->n_functions; i++)
        if (m->total[i] > m->whole)
            m->whole = m->total[i];
}

/* Whether a call enters a cycle: the cost of a cycle is divided among such calls. */
static bool enters(const struct graph *g, const struct graph_edge *e)
{
    uint32_t cycle = g->functions[e->callee].cycle;

    return cycle && cycle != g->functions[e->caller].cycle;
}

/* Sets weights where the input gives totals, in proportion to the edge's part in its callee. Calls
 * of a function to itself are left out. */
static void share_totals(struct graph *g, struct graph_measure *m)
{
    double *into = mem_alloc(g->n_functions, sizeof *into);
    double *into_cycle = mem_alloc((size_t)g->n_cycles + 1, sizeof *into_cycle);

    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        if (e->caller != e->callee)
            into[e->callee] += (double)m->weight[i];
        if (enters(g, e))
            into_cycle[g->functions[e->callee].cycle] += (double)m->weight[i];
    }
    for (uint32_t i = 0; i < g->n_edges; i++) {
        const struct graph_edge *e = &g->edges[i];
        if (e->caller == e->callee)
            continue;
        double all = enters(g, e) ? into_cycle[g->functions[e->callee].cycle] : into[e->callee];
        double part = all > 0 ? (double)m->weight[i] / all : 1;
        uint64_t total = m->total[e->callee];
        m->weight[i] = part < 1 ? (uint64_t)((double)total * part + 0.5) : total;
    }
    mem_free(into, g->n_functions, sizeof *into);
    mem_free(into_cycle, (size_t)g->n_cycles + 1, sizeof *into_cycle);
}

/* Adds up what calls cost. An input that states all totals needs no such sums. */
static void take_costs(struct graph *g, struct graph_measure *m, size_t column)
{
    const struct calls *calls = &g->profile->calls;
    bool outer = calls->share == CALLS_AS_OUTER_COSTS;

    if (calls->totals_room)
        take_totals(g, m, column);
    if (outer || !calls->totals_room)
        graph_add_up(g, m, outer);
}

void graph_of_calls(struct graph *g, const struct profile *p)
{
    enum calls_share share = p->calls.share;

    graph_begin(g, p);
    set_called(g);
    set_edges(g);
    g->estimated = share != CALLS_AS_COSTS && share != CALLS_AS_OUTER_COSTS;
    for (size_t c = 0; c < g->n_measures; c++) {
        struct graph_measure *m = &g->measures[c];
        if (!g->estimated) {
            take_costs(g, m, c);
        } else if (p->calls.totals_room) {
            take_totals(g, m, c);
            share_totals(g, m);
        } else {
            graph_share_out(g, m, share == CALLS_BY_COUNT);
        }
    }
}

void graph_of_ratios(struct graph *g, const struct profile *p)
{
    graph_begin(g, p);
    graph_add_stacks(g, true);
    g->estimated = true;
    for (size_t c = 0; c < g->n_measures; c++)
        graph_share_out(g, &g->measures[c], false);
}

/* The nearest caller of the stack's last function with a self value; n_functions when there is
 * none. */
static uint32_t last_caller(const struct graph *g, stack_id stack)
{
    const struct stack *rows = g->profile->stacks.rows;

    for (stack_id at = rows[stack].caller; at; at = rows[at].caller)
        if (g->measures[0].self[g->function_of[rows[at].frame]])
            return g->function_of[rows[at].frame];
    return g->n_functions;
}

void graph_of_last_calls(struct graph *g, const struct profile *p)
{
    struct graph_found found;

    graph_begin(g, p);
    graph_found_init(&found, g->n_measures);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        stack_id stack = p->samples[i].stack;
        uint32_t caller = stack ? last_caller(g, stack) : g->n_functions;
        if (caller == g->n_functions)
            continue;
        uint32_t callee = g->function_of[p->stacks.rows[stack].frame];
        uint32_t edge = pairs_add(&found.pairs, caller, callee);
        for (size_t c = 0; c < g->n_measures; c++)
            graph_weigh(&found, c, edge, p->columns[c].values[i]);
    }
    graph_set_edges(g, &found, NULL);
    graph_found_free(&found);
    g->estimated = true;
    for (size_t c = 0; c < g->n_measures; c++)
        graph_share_out(g, &g->measures[c], false);
}
