/* The colours of boxes in a comparison. */
#ifndef RENDER_FLAME_DIFFERENCE_BOX_H
#define RENDER_FLAME_DIFFERENCE_BOX_H

#include "model/compare/difference.h"
#include "render/flame/picture.h"

/* The outline of frames that only one side has, which is no louder than their fill, and that of
 * what is proven. */
#define ONE_SIDE_STROKE                                                                            \
    {                                                                                              \
        0xa0, 0xa0, 0xa0                                                                           \
    }
#define PROVEN_STROKE                                                                              \
    {                                                                                              \
        0x20, 0x20, 0x20                                                                           \
    }

/* Whether both sides have a frame. */
enum difference_fate { FATE_STAYS, FATE_NEW, FATE_GONE };

/* The sums of a box, including callees; of joined callees, the sums of all of them. */
struct change_sums difference_box_sums(const struct picture *picture, const struct box *box);

enum difference_fate difference_fate_of(struct change_sums total);

/* Whether the box is of a function that the comparison names, and has an outline. */
bool difference_box_is_named(const struct picture *picture, const struct box *box);

/* Whether the box has a dashed outline: only one side has the frame, it is wide enough to show
 * dashes, and has no other outline. */
bool difference_box_is_dashed(const struct picture *picture, const struct box *box);

/* The fills of a box: mixes of the theme's colours by its change. */
struct difference_fill {
    struct colour light;
    struct colour dark; /* in dark surroundings, of a box that changed */
    bool changed;       /* else it is as quiet there as the style sheet says */
};

struct difference_fill difference_box_fill(const struct picture *picture, const struct box *box);

/* The dark fill of a change: end is the theme's colour of the strongest one, part says how much of
 * it, out of 256, the light fill has. A strong change has 4:1 against the dark ground. */
struct colour difference_dark_fill(struct colour end, unsigned part);

/* The colour strength of its change, from -1 (less) to 1 (more): that of its sums, the paler the
 * less sure it is. What is proven is stronger than what is not, however small it is. */
double difference_box_heat(const struct picture *picture, const struct box *box);

#endif
