/* The layouts of a graph, from the best down to the quickest. */
#ifndef RENDER_GRAPH_QUALITY_H
#define RENDER_GRAPH_QUALITY_H

#include <stddef.h>
#include <stdint.h>

enum layout_quality {
    LAYOUT_FULL,     /* few lines cross */
    LAYOUT_QUICK,    /* more lines cross */
    LAYOUT_STRAIGHT, /* and they are straight */
    LAYOUT_SPRINGS,  /* callers are not always above callees */
    LAYOUT_QUALITIES
};

/* The layout to try first for a graph of that size, whose edges pass so many ranks (ranks.h). A
 * simpler layout may still be needed on a slow machine. */
enum layout_quality layout_quality_of(size_t nodes, size_t edges, uint64_t ranks_passed);

/* How to run graphviz: the task of the child, and graph attributes, NULL-terminated. */
struct layout_quality_row {
    const char *task;
    const char *attributes[5][2];
    const char *sentence; /* what to tell the user after a fallback to this layout */
};

const struct layout_quality_row *layout_quality_row(enum layout_quality quality);

#endif
