/* How well a graph is laid out: a ladder from the best picture down to the quickest. */
#ifndef RENDER_GRAPH_QUALITY_H
#define RENDER_GRAPH_QUALITY_H

#include <stddef.h>

enum layout_quality {
    GRAPH_RUNG_FULL,     /* few lines cross */
    GRAPH_RUNG_QUICK,    /* more lines cross */
    GRAPH_RUNG_STRAIGHT, /* and they are straight */
    GRAPH_RUNG_SPRINGS,  /* callers do not stand above what they call */
    GRAPH_RUNGS
};

/* Where a graph of that size begins. Time follows the ranks that edges pass more than it follows
 * the size, so a graph may have to go on down from there. */
enum layout_quality layout_quality_of(size_t nodes, size_t edges);

/* What graphviz is told: the task of its program, and attributes of the graph, ended by NULL. */
struct layout_quality_row {
    const char *task;
    const char *attributes[5][2];
    const char *sentence; /* what a picture is like that had to go down to this rung */
};

const struct layout_quality_row *layout_quality_row(enum layout_quality rung);

#endif
