/* Writes statements of the dot language in the form in which graphviz writes them. */
#ifndef RENDER_GRAPH_DOT_TEXT_H
#define RENDER_GRAPH_DOT_TEXT_H

#include "base/sink.h"

/* Borrows the sink. */
struct dot_text {
    struct sink *to;
    unsigned depth; /* of the clusters that are open, and 1 for the graph */
    size_t n;       /* attributes of the statement so far */
    struct buf label;
};

void dot_text_free(struct dot_text *t);

/* What the next attributes are of: all of a kind in the open graph or cluster ("graph", "node",
 * "edge"), a node, or an edge. dot_end ends the list, dot_end_all that of a kind. */
void dot_all(struct dot_text *t, const char *kind);
void dot_node(struct dot_text *t, uint32_t node);
void dot_edge(struct dot_text *t, uint32_t tail, uint32_t head);
void dot_end(struct dot_text *t);
void dot_end_all(struct dot_text *t);

/* An attribute, in the order of their names. The first is quoted where that is needed; a label is
 * clean text, of which at most 16,000 bytes are written; an empty one is none. */
void dot_attribute(struct dot_text *t, const char *name, struct str value);
void dot_number(struct dot_text *t, const char *name, double value);
void dot_label(struct dot_text *t, const char *name, struct str clean);

void dot_open_cluster(struct dot_text *t, uint32_t cluster);
void dot_close_cluster(struct dot_text *t);

#endif
