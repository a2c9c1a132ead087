/* Draws flame graphs as figures. */
#ifndef RENDER_FLAME_FIGURE_H
#define RENDER_FLAME_FIGURE_H

#include "render/flame/picture.h"

/* Draws the picture as in SVG. If it is higher than its paper, it continues on more pages; each
 * begins with the last row of the page before. */
MUST_CHECK bool flame_figure(struct picture *picture, enum figure_format format, struct sink *sink,
                             struct fault *f);

#endif
