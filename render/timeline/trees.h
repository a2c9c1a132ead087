/* What each snapshot holds, as flame graphs: one is shown, and links show the others. */
#ifndef RENDER_TIMELINE_TREES_H
#define RENDER_TIMELINE_TREES_H

#include "render/timeline/canvas.h"

/* Draws a tree for each detailed snapshot into c->trees, whose text the caller frees. False with a
 * fault when it would exceed the limit of elements. */
MUST_CHECK bool timeline_trees_draw(struct timeline_canvas *c, struct fault *f);

bool timeline_trees_has(const struct timeline *t, size_t shot);

/* Writes the id of a snapshot's tree. */
void timeline_trees_id(struct sink *s, size_t shot);

/* Writes "snapshot 70, the peak, at 13.18 M instructions: 1.21 kB", or, exactly, "snapshot 70, the
 * peak, at 13183444 i: 1,234 bytes". */
void timeline_trees_name(struct timeline_canvas *c, size_t shot, bool exact, struct sink *to);

#endif
