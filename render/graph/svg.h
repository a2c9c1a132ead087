/* Writes a call graph as SVG, and says how large it is. */
#ifndef RENDER_GRAPH_SVG_H
#define RENDER_GRAPH_SVG_H

#include "render/graph/picture.h"

/* As graph_format.write. */
MUST_CHECK bool graph_svg(const struct graph_picture *picture, struct sink *sink, double *width_px,
                          double *height_px, struct fault *f);

#endif
