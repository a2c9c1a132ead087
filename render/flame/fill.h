/* How frames are coloured. */
#ifndef RENDER_FLAME_FILL_H
#define RENDER_FLAME_FILL_H

#include "render/flame/picture.h"

/* How a box is coloured. */
struct frame_paint {
    struct colour fill;
    struct colour ink; /* of its label: black, or white on a dark fill that the user named */
};

/* Adds the colour to picture->palette_map where there is one. */
struct frame_paint frame_paint_of(const struct picture *picture, const struct box *box);

/* The same for a function, drawn or not: nothing is added, nothing follows a share. */
struct frame_paint frame_paint_of_name(const struct picture *picture, struct str raw_name,
                                       enum frame_kind kind);

/* Of frames that are drawn joined. */
#define REST_FILL                                                                                  \
    {                                                                                              \
        0xbd, 0xbd, 0xbd                                                                           \
    }

#endif
