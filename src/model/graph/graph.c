/* Reads and frees a call graph that is built. */
#include "model/graph/graph.h"

#include "base/mem.h"

void graph_relate(struct graph *g, size_t measure, uint64_t whole)
{
    struct graph_measure *m = &g->measures[measure];

    for (unsigned i = g->profile->columns[measure].scale; i < m->scale; i++)
        whole = whole <= UINT64_MAX / 10 ? whole * 10 : UINT64_MAX;
    if (whole > m->sum)
        m->sum = whole;
    if (whole > m->whole)
        m->whole = whole;
}

void graph_free(struct graph *g)
{
    for (size_t c = 0; c < g->n_measures; c++) {
        struct graph_measure *m = &g->measures[c];
        mem_free(m->self, g->n_functions, sizeof *m->self);
        mem_free(m->total, g->n_functions, sizeof *m->total);
        mem_free(m->weight, g->n_edges, sizeof *m->weight);
        mem_free(m->known, g->n_edges, sizeof *m->known);
    }
    mem_free(g->measures, g->n_measures, sizeof *g->measures);
    if (g->profile) {
        mem_free(g->functions, g->profile->frames.n - 1, sizeof *g->functions);
        mem_free(g->function_of, g->profile->frames.n, sizeof *g->function_of);
    }
    mem_free(g->called_before, g->n_functions, sizeof *g->called_before);
    mem_free(g->calls_before, g->n_edges, sizeof *g->calls_before);
    mem_free(g->edges, g->n_edges, sizeof *g->edges);
    *g = (struct graph){0};
}

/* Names are sorted as texts, and a text has one id. */
void graph_tell_namesakes(struct graph *g)
{
    uint32_t to;

    for (uint32_t from = 0; from < g->n_functions; from = to) {
        const struct graph_function *first = &g->functions[from];
        enum graph_origin origin = ORIGIN_NONE;
        for (to = from; to < g->n_functions && g->functions[to].name == first->name; to++) {
            const struct graph_function *f = &g->functions[to];
            if (f->file != first->file)
                origin = ORIGIN_FILE;
            else if (f->module != first->module && origin == ORIGIN_NONE)
                origin = ORIGIN_MODULE;
        }
        for (uint32_t i = from; i < to; i++) {
            g->functions[i].origin = origin;
            g->functions[i].numbered = g->functions[i].twin > 0;
        }
    }
}

/* The first edge that is not less than (caller, callee). */
static uint32_t edge_from(const struct graph *g, uint32_t caller, uint32_t callee)
{
    uint32_t low = 0;
    uint32_t high = g->n_edges;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct graph_edge *e = &g->edges[middle];
        if (e->caller < caller || (e->caller == caller && e->callee < callee))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t graph_find_edge(const struct graph *g, uint32_t caller, uint32_t callee)
{
    uint32_t at = edge_from(g, caller, callee);
    bool found = at < g->n_edges && g->edges[at].caller == caller && g->edges[at].callee == callee;

    return found ? at : g->n_edges;
}

void graph_edges_of(const struct graph *g, uint32_t function, uint32_t *from, uint32_t *to)
{
    *from = edge_from(g, function, 0);
    *to = edge_from(g, function + 1, 0);
}
