/* Chooses which frames to prune when a tree that is written has too many nodes. */
#ifndef RENDER_COMMON_NODE_THRESHOLD_H
#define RENDER_COMMON_NODE_THRESHOLD_H

#include "model/ordered_callees.h"
#include "model/tree.h"

/* Returns the smallest threshold of totals with which the tree has at most `most` nodes, including
 * the root and the nodes that stand for pruned frames; 0 when all may stay. Totals above 1024 are
 * distinguished to a thousandth. At worst, only the root and one joined node stay. */
uint64_t node_threshold(const struct tree *t, const struct ordered_callees *b, uint64_t most);

#endif
