/* The colours of frames. */
#ifndef RENDER_FLAME_FILL_H
#define RENDER_FLAME_FILL_H

#include "render/flame/picture.h"

/* The colours of one box. */
struct frame_paint {
    struct colour fill;
    struct colour ink;  /* of its label: black, or white on a dark fill that the user chose */
    struct colour dark; /* the fill in dark surroundings, where it is not a shade of the other: */
    bool has_dark;
};

/* Adds the colour to picture->palette_map, if there is one. */
struct frame_paint frame_paint_of(const struct picture *picture, const struct box *box);

/* The same for a function, drawn or not: adds nothing, and ignores shares. */
struct frame_paint frame_paint_of_frame(const struct picture *picture, frame_id frame);

/* Whether a box stands for inlined frames, in a picture that marks them. */
bool is_box_inlined(const struct picture *picture, const struct box *box);

/* Whether it is wide enough for the mark: its upper left corner is dark. */
bool is_marked_inlined(const struct picture *picture, const struct box *box);

/* The fill of joined frames. */
#define REST_FILL                                                                                  \
    {                                                                                              \
        0xbd, 0xbd, 0xbd                                                                           \
    }

#endif
