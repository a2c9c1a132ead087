/* Finds the strongly connected components of a call graph. */
#include "model/graph/components.h"

#include "base/mem.h"
#include "model/cycles.h"

/* Returns, by function: 1 + the next function in the same cycle of the input, around; 0: none. */
static uint32_t *next_in_cycle(const struct graph *g)
{
    uint32_t *last = mem_alloc((size_t)g->n_cycles + 1, sizeof *last); /* 1 + member, by cycle */
    uint32_t *next = mem_alloc(g->n_functions, sizeof *next);

    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < g->n_functions; i++) {
            uint32_t cycle = g->functions[i].cycle;
            if (cycle && last[cycle])
                next[last[cycle] - 1] = i + 1;
            if (cycle)
                last[cycle] = i + 1;
        }
    mem_free(last, (size_t)g->n_cycles + 1, sizeof *last);
    return next;
}

/* An extra edge from each function to the next in the same cycle of the input makes that cycle one
 * component as well. */
static void number_components(struct graph_components *in, const struct graph *g)
{
    uint32_t n = g->n_functions;
    uint32_t *first = mem_alloc((size_t)n + 1, sizeof *first);
    uint32_t *targets = mem_alloc((size_t)g->n_edges + n, sizeof *targets);
    uint32_t *next = next_in_cycle(g);
    uint32_t used = 0;

    for (uint32_t i = 0, e = 0; i < n; i++) {
        in->first[i] = e;
        first[i] = used;
        while (e < g->n_edges && g->edges[e].caller == i)
            targets[used++] = g->edges[e++].callee;
        if (next[i])
            targets[used++] = next[i] - 1;
        in->first[i + 1] = e;
    }
    first[n] = used;
    in->n = cycles_find(&(struct cycles_edges){first, targets, n}, in->component);
    mem_free(first, (size_t)n + 1, sizeof *first);
    mem_free(targets, (size_t)g->n_edges + n, sizeof *targets);
    mem_free(next, n, sizeof *next);
}

static void list_members(struct graph_components *in)
{
    uint32_t *filled = mem_alloc(in->n, sizeof *filled);

    for (uint32_t i = 0; i < in->n_functions; i++)
        in->begin[in->component[i] + 1]++;
    for (uint32_t c = 0; c < in->n; c++)
        in->begin[c + 1] += in->begin[c];
    for (uint32_t i = 0; i < in->n_functions; i++) {
        uint32_t c = in->component[i];
        in->members[in->begin[c] + filled[c]++] = i;
    }
    mem_free(filled, in->n, sizeof *filled);
}

void graph_components_find(struct graph_components *in, const struct graph *g)
{
    uint32_t n = g->n_functions;

    *in = (struct graph_components){
        .n_functions = n,
        .first = mem_alloc((size_t)n + 1, sizeof *in->first),
        .component = mem_alloc(n, sizeof *in->component),
        .begin = mem_alloc((size_t)n + 1, sizeof *in->begin),
        .members = mem_alloc(n, sizeof *in->members),
    };
    number_components(in, g);
    list_members(in);
}

void graph_components_free(struct graph_components *in)
{
    uint32_t n = in->n_functions;

    mem_free(in->first, (size_t)n + 1, sizeof *in->first);
    mem_free(in->component, n, sizeof *in->component);
    mem_free(in->begin, (size_t)n + 1, sizeof *in->begin);
    mem_free(in->members, n, sizeof *in->members);
}

void graph_number_cycles(struct graph *g, const struct graph_components *in)
{
    uint32_t n = 0;

    for (uint32_t c = in->n; c-- > 0;) {
        n += graph_is_cycle(in, c);
        for (uint32_t k = in->begin[c]; k < in->begin[c + 1]; k++)
            g->functions[in->members[k]].cycle = graph_is_cycle(in, c) ? n : 0;
    }
    g->n_cycles = n;
}
