/* The functions of the tree that an SVG carries: render/flame/embedded_format.h says what their
 * bytes are.
 */
#ifndef RENDER_FLAME_EMBEDDED_FUNCTIONS_H
#define RENDER_FLAME_EMBEDDED_FUNCTIONS_H

#include "model/frame_order.h"
#include "render/flame/picture.h"

/* The number of a function, as it is written. */
struct embedded_id {
    unsigned char bytes[7];
    unsigned char n; /* 0: no node is of it */
};

struct embedded_functions {
    struct embedded_id *ids; /* by frame */
    size_t n_ids;
    uint32_t rest; /* the number of what stands for frames left out */
    bool has_rest;
    uint32_t n;
    struct buf names, kinds, fills, links; /* sections of the tree */
    struct buf change;                     /* of a difference only */
    struct buf name, name_before;          /* clean */
    uint32_t linked;                       /* 1 + the last function with links */
};

/* Numbers the functions of the frames whose total is at least `least`; sets picture->n_pruned to
 * how many are not. */
void embedded_functions_build(struct embedded_functions *fs, struct picture *picture,
                              const struct frame_order *order, uint64_t least);
void embedded_functions_free(struct embedded_functions *fs);

#endif
