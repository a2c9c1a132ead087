/* Builds a graphviz graph from the commands on a child's standard input
 * (render/process/graphviz_wire.h). */
#ifndef RENDER_CHILD_GRAPHVIZ_READ_H
#define RENDER_CHILD_GRAPHVIZ_READ_H

#include <graphviz/cgraph.h>

#include "base/process/commands.h"

struct graphviz_graph {
    Agraph_t *graph;
    Agraph_t *cluster; /* the last one made */
    void *last;        /* the last node, edge or cluster made */
    Agnode_t **nodes;  /* nodes and edges in the order of their commands */
    uint32_t *numbers; /* of the nodes */
    size_t n_nodes, nodes_room, numbers_room;
    Agedge_t **edges;
    size_t n_edges, edges_room;
    Agraph_t **clusters;
    size_t n_clusters, clusters_room;
    struct commands commands;
};

/* Reads standard input to its end and builds the graph. Returns false when the commands are
 * invalid, or graphviz has no memory. */
bool graphviz_read(struct graphviz_graph *s);
void graphviz_free(struct graphviz_graph *s);

#endif
