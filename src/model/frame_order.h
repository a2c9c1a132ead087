/* The frames of a profile in the order of their names. */
#ifndef MODEL_FRAME_ORDER_H
#define MODEL_FRAME_ORDER_H

#include "model/profile.h"

/* By name bytes, then kind, then id. Frame 0, which stands for the empty stack, is not in it. */
struct frame_order {
    frame_id *frames; /* in order */
    uint32_t *rank;   /* by frame: its place in frames */
    uint32_t n;       /* frames in order; rank has one more */
};

void frame_order_build(struct frame_order *order, const struct profile *p);
void frame_order_free(struct frame_order *order);

#endif
