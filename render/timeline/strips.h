/* Invisible strips over the charts of a timeline, with tooltips and links to the trees. */
#ifndef RENDER_TIMELINE_STRIPS_H
#define RENDER_TIMELINE_STRIPS_H

#include "render/timeline/canvas.h"

/* Writes a strip for each snapshot over the first chart, and for each detailed one over the second;
 * it links to the snapshot's tree, if there is one. Each reaches halfway to its neighbours. */
void timeline_strips(struct timeline_canvas *c);

#endif
