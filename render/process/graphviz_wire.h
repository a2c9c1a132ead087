/* What the programs tell their child that has graphviz in it: commands (render/process/wire.h) on
 * its standard input. What the child makes comes from its standard output, and its exit status is
 * 0. */
#ifndef RENDER_PROCESS_GRAPHVIZ_WIRE_H
#define RENDER_PROCESS_GRAPHVIZ_WIRE_H

enum graphviz_operation {
    GRAPHVIZ_DEFAULT = 'D',   /* number (of a graphviz_kind), name, value: of all of them */
    GRAPHVIZ_NODE = 'N',      /* number: makes the node "nNUMBER" */
    GRAPHVIZ_EDGE = 'E',      /* numbers of tail and head: makes an edge */
    GRAPHVIZ_ATTRIBUTE = 'A', /* name, value: of the node, edge or cluster made last */
    GRAPHVIZ_CLUSTER = 'C',   /* number: makes the cluster "cluster_NUMBER" */
    GRAPHVIZ_MEMBER = 'M',    /* number: the node belongs to the cluster made last */
};

enum graphviz_kind { GRAPHVIZ_GRAPHS, GRAPHVIZ_NODES, GRAPHVIZ_EDGES };

/* A child is started with two arguments: what it is to make, and how many seconds of processor time
 * it may take; 0: any number. flame-graphviz makes dot text. */
#define GRAPHVIZ_TO_DOT "dot"

/* flame-graphviz-layout says where things lie: in ranks from the top down, or as springs settle.
 * Its numbers are hundredths of a point, from the upper left corner on:
 *
 *     g WIDTH HEIGHT              the graph, first
 *     n NUMBER X Y                a node: its middle
 *     e NUMBER X Y X0 Y0 ...      an edge, numbered from 0 as they were told: the tip of its
 *                                 arrow, and Bezier curves of three points each behind the first
 *     l NUMBER X Y                the middle of an edge's label
 *     c NUMBER X Y WIDTH HEIGHT LX LY   a cluster, its corner, and the middle of its label
 *     .                           the end */
#define GRAPHVIZ_BY_RANKS "ranks"
#define GRAPHVIZ_BY_SPRINGS "springs"

#endif
