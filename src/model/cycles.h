/* Cycles of a directed graph: its strongly connected components. */
#ifndef MODEL_CYCLES_H
#define MODEL_CYCLES_H

#include <stddef.h>
#include <stdint.h>

/* Edges by source node: those of node i lead to targets[first[i]] to targets[first[i + 1]]. */
struct cycles_edges {
    const uint32_t *first;
    const uint32_t *targets;
    uint32_t n; /* nodes */
};

/* Writes the number of each node's component; a component has a greater number than those it leads
 * to (Tarjan: "Depth-first search and linear graph algorithms", 1972, without recursion). Returns
 * how many components there are. */
uint32_t cycles_find(const struct cycles_edges *edges, uint32_t *component);

#endif
