/* The frames of a profile sorted by name. */
#ifndef MODEL_FRAME_ORDER_H
#define MODEL_FRAME_ORDER_H

#include "model/profile.h"

/* By name bytes, then kind, then id. Without frame 0, which stands for the empty stack. */
struct frame_order {
    frame_id *frames; /* in order */
    uint32_t *rank;   /* by frame: its position in frames */
    uint32_t n;       /* sorted frames; rank has one more */
};

void frame_order_build(struct frame_order *order, const struct profile *p);
void frame_order_free(struct frame_order *order);

#endif
