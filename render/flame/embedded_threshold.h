/* Which frames go first when a tree has too many. */
#ifndef RENDER_FLAME_EMBEDDED_THRESHOLD_H
#define RENDER_FLAME_EMBEDDED_THRESHOLD_H

#include "model/ordered_callees.h"
#include "model/tree.h"

/* Returns the smallest total at which frames may stay so that the tree has at most `most` nodes,
 * the root and those that stand for frames left out included; 0 when all may stay. Totals above
 * 1024 are told apart to a thousandth. At the least the root stays, with all others joined. */
uint64_t embedded_threshold(const struct tree *t, const struct ordered_callees *b, uint64_t most);

#endif
