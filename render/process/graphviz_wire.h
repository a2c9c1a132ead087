/* The protocol between the programs and the child processes with graphviz: commands
 * (base/process/wire.h) on standard input; the result on standard output, with exit status 0. */
#ifndef RENDER_PROCESS_GRAPHVIZ_WIRE_H
#define RENDER_PROCESS_GRAPHVIZ_WIRE_H

enum graphviz_operation {
    GRAPHVIZ_DEFAULT = 'D',   /* number (of a graphviz_kind), name, value: a default for all of them
                               */
    GRAPHVIZ_NODE = 'N',      /* number: makes the node "nNUMBER" */
    GRAPHVIZ_EDGE = 'E',      /* numbers of tail and head: makes an edge */
    GRAPHVIZ_ATTRIBUTE = 'A', /* name, value: of the last node, edge or cluster made */
    GRAPHVIZ_CLUSTER = 'C',   /* number: makes the cluster "cluster_NUMBER" */
    GRAPHVIZ_MEMBER = 'M',    /* number: adds the node to the last cluster made */
};

enum graphviz_kind { GRAPHVIZ_GRAPHS, GRAPHVIZ_NODES, GRAPHVIZ_EDGES };

/* The child, flame-graphviz-layout, has two arguments: how it places, in ranks from the top down or
 * by springs, and its limit of processor time in seconds; 0: none. Its numbers are hundredths of a
 * point from the upper left corner:
 *
 *     g WIDTH HEIGHT              the graph, first
 *     n NUMBER X Y                a node: its middle
 *     e NUMBER X Y X0 Y0 ...      an edge, numbered from 0 in the order of commands: the tip of its
 *                                 arrow, and Bezier curves of three points each behind the first
 *     l NUMBER X Y                the middle of an edge's label
 *     c NUMBER X Y WIDTH HEIGHT LX LY   a cluster, its corner, and the middle of its label
 *     .                           the end */
#define GRAPHVIZ_BY_RANKS "ranks"
#define GRAPHVIZ_BY_SPRINGS "springs"

#endif
