/* What the tree of a difference carries beside that of one profile: render/flame/embedded_format.h
 * says what the bytes are. */
#ifndef RENDER_FLAME_EMBEDDED_DIFFERENCE_H
#define RENDER_FLAME_EMBEDDED_DIFFERENCE_H

#include "model/difference.h"
#include "render/flame/picture.h"

/* Writes what is known of all: how sums compare, colours, how sure the change of all is. */
void embedded_difference_head(struct buf *to, const struct picture *picture);

/* Appends how sure the change of a function is; EMBEDDED_NO_FRAME: of what stands for others. */
enum { EMBEDDED_FUNCTION_MOST = 2 * (1 + 2 * 4) }; /* bytes of it */
#define EMBEDDED_NO_FRAME UINT32_MAX
void embedded_difference_function(struct buf *to, const struct picture *picture, frame_id frame);

#endif
