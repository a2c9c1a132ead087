/* The texts of lanes: "server 4711, 3.1 s", "+ 24 more threads, 870 ms". */
#ifndef RENDER_FLAME_LANE_H
#define RENDER_FLAME_LANE_H

#include "render/flame/picture.h"

/* The fill of the head of a lane. */
#define LANE_FILL                                                                                  \
    {                                                                                              \
        0xe1, 0xe4, 0xe8                                                                           \
    }

/* Appends the name of a lane, or how many threads have none. */
void lane_name(const struct picture *picture, const struct box *lane, struct buf *to);

/* Appends the name and the time of its samples. */
void lane_label(const struct picture *picture, const struct box *lane, struct buf *to);

#endif
