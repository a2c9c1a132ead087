/* The graph that a child of the programs is told (render/process/graphviz_wire.h), as graphviz has
 * it. */
#ifndef RENDER_CHILD_GRAPHVIZ_READ_H
#define RENDER_CHILD_GRAPHVIZ_READ_H

#include <graphviz/cgraph.h>

#include "render/child/commands.h"

struct graphviz_graph {
    Agraph_t *graph;
    Agraph_t *cluster; /* the one made last */
    void *last;        /* the node, edge or cluster made last */
    Agnode_t **nodes;  /* in the order in which they were told, as the edges */
    uint32_t *numbers; /* of the nodes */
    size_t n_nodes, nodes_room, numbers_room;
    Agedge_t **edges;
    size_t n_edges, edges_room;
    Agraph_t **clusters;
    size_t n_clusters, clusters_room;
    struct commands commands;
};

/* Reads standard input to its end and builds the graph. Returns false when it holds anything else,
 * or graphviz has no memory. */
bool graphviz_read(struct graphviz_graph *s);
void graphviz_free(struct graphviz_graph *s);

#endif
