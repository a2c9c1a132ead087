/* Strongly connected components by Tarjan's algorithm, without recursion. */
#include "model/cycles.h"

#include <stdbool.h>

#include "base/mem.h"

struct component_search {
    const struct cycles_edges *edges;
    uint32_t *component;
    uint32_t *found; /* by node: when it was reached, from 1 on; 0: not yet */
    uint32_t *low;   /* by node: the earliest open one it leads to */
    uint32_t *at;    /* by node: the edge to go on with */
    uint32_t *open;  /* nodes that are in no component yet, as they were reached */
    uint32_t n_open;
    uint32_t *path; /* from the node that began to the one that is looked at */
    uint32_t n_path;
    uint32_t n_found;
    uint32_t n_components;
};

static const uint32_t NO_COMPONENT = UINT32_MAX;

static void visit(struct component_search *s, uint32_t node)
{
    s->found[node] = s->low[node] = ++s->n_found;
    s->at[node] = s->edges->first[node];
    s->open[s->n_open++] = node;
    s->path[s->n_path++] = node;
}

static void close_component(struct component_search *s, uint32_t node)
{
    uint32_t member;

    do {
        member = s->open[--s->n_open];
        s->component[member] = s->n_components;
    } while (member != node);
    s->n_components++;
}

static void lower(struct component_search *s, uint32_t node, uint32_t to)
{
    if (s->low[node] > to)
        s->low[node] = to;
}

static void search_from(struct component_search *s, uint32_t start)
{
    visit(s, start);
    while (s->n_path) {
        uint32_t node = s->path[s->n_path - 1];
        if (s->at[node] < s->edges->first[node + 1]) {
            uint32_t to = s->edges->targets[s->at[node]++];
            if (!s->found[to])
                visit(s, to);
            else if (s->component[to] == NO_COMPONENT)
                lower(s, node, s->found[to]);
            continue;
        }
        s->n_path--;
        if (s->n_path)
            lower(s, s->path[s->n_path - 1], s->low[node]);
        if (s->low[node] == s->found[node])
            close_component(s, node);
    }
}

uint32_t cycles_find(const struct cycles_edges *edges, uint32_t *component)
{
    enum { ARRAYS = 5 };
    uint32_t n = edges->n;
    uint32_t *room = mem_alloc((size_t)n * ARRAYS, sizeof *room);
    struct component_search s = {
        .edges = edges,
        .component = component,
        .found = room,
        .low = room + n,
        .at = room + (size_t)2 * n,
        .open = room + (size_t)3 * n,
        .path = room + (size_t)4 * n,
    };

    for (uint32_t i = 0; i < n; i++)
        component[i] = NO_COMPONENT;
    for (uint32_t i = 0; i < n; i++)
        if (!s.found[i])
            search_from(&s, i);
    mem_free(room, (size_t)n * ARRAYS, sizeof *room);
    return s.n_components;
}
