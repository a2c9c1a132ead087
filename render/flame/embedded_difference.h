/* What the embedded tree of a comparison has in addition; render/flame/embedded_format.h describes
 * the bytes. */
#ifndef RENDER_FLAME_EMBEDDED_DIFFERENCE_H
#define RENDER_FLAME_EMBEDDED_DIFFERENCE_H

#include "model/compare/difference.h"
#include "render/flame/picture.h"

/* Writes what holds for the whole tree: how to compare sums, the colours, and the test of the total
 * change. */
void embedded_difference_head(struct buf *to, const struct picture *picture);

/* Appends the test of a function and how it was compiled; EMBEDDED_NO_FRAME: of the node for pruned
 * frames. Each has at most these bytes. */
enum { EMBEDDED_FUNCTION_MOST = 2 * (1 + 2 * 4), EMBEDDED_TIERS_MOST = 2 + 300 };
#define EMBEDDED_NO_FRAME UINT32_MAX
void embedded_difference_function(struct buf *to, const struct picture *picture, frame_id frame);

#endif
