/* Draws call graphs as figures. */
#ifndef RENDER_GRAPH_FIGURE_H
#define RENDER_GRAPH_FIGURE_H

#include "render/graph/picture.h"

/* Draws the picture as in SVG. */
MUST_CHECK bool graph_figure(const struct graph_picture *picture, enum figure_format format,
                             struct sink *sink, struct fault *f);

#endif
