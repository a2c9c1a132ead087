/* What snapshots hold, each as a flame graph of its own: one is shown, and others where a link
 * leads to them. */
#ifndef RENDER_TIMELINE_TREES_H
#define RENDER_TIMELINE_TREES_H

#include "render/timeline/canvas.h"

/* Draws a tree for each snapshot that tells what allocated into c->trees, whose text the caller
 * discards. False with a fault when there would be more elements than the limit. */
MUST_CHECK bool timeline_trees_draw(struct timeline_canvas *c, struct fault *f);

bool timeline_trees_has(const struct timeline *t, size_t shot);

/* Writes the id of the tree of a snapshot. */
void timeline_trees_id(struct sink *s, size_t shot);

/* Writes "snapshot 70, the peak, at 13183444 i: 1,234 bytes". */
void timeline_trees_name(struct timeline_canvas *c, size_t shot, struct sink *to);

#endif
