/* The fills of boxes in dark surroundings, which the style sheet chooses: the attribute color of a
 * box is its fill there, that of a text its ink, if it is not white. */
#ifndef RENDER_GRAPH_DARK_H
#define RENDER_GRAPH_DARK_H

#include "render/graph/picture.h"

/* Nearly the ground where there is little, a dark shade of the light fill where there is more. */
struct colour graph_dark_fill(const struct graph_picture *p, double share);

/* The fill of a change, as colormap_change: quiet where nothing changed, light where much did. */
struct colour graph_dark_change(const struct graph_picture *p, double heat);

/* The fill of what has no share. */
struct colour graph_dark_plain(void);

#endif
