/* What frames had before and after, as colours. */
#ifndef RENDER_FLAME_DIFFERENCE_BOX_H
#define RENDER_FLAME_DIFFERENCE_BOX_H

#include "model/difference.h"
#include "render/flame/picture.h"

/* Of lines around frames that one side alone has. */
#define ONE_SIDE_STROKE                                                                            \
    {                                                                                              \
        0x20, 0x20, 0x20                                                                           \
    }

/* What became of a frame. */
enum difference_fate { FATE_STAYS, FATE_NEW, FATE_GONE };

/* The sums of a box with callees; of a run of joined callees those of all of them. */
struct change_sums difference_box_sums(const struct picture *picture, const struct box *box);

enum difference_fate difference_fate_of(struct change_sums total);

/* Returns the fill of a box: between the theme's colours, by what the difference looks at. */
struct colour difference_box_fill(const struct picture *picture, const struct box *box);

/* How strong its colour is, from -1, the most less, to 1. */
double difference_box_heat(const struct picture *picture, const struct box *box);

#endif
