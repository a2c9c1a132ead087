/* Flame graphs as figures. */
#ifndef RENDER_FLAME_FIGURE_H
#define RENDER_FLAME_FIGURE_H

#include "render/flame/picture.h"

/* Writes the picture as it is drawn in SVG. One that is higher than its paper is continued on more
 * pages, each with the last row of the one before. */
MUST_CHECK bool flame_figure(struct picture *picture, enum figure_format format, struct sink *sink,
                             struct fault *f);

#endif
