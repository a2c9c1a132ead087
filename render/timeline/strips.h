/* Strips over the charts of a timeline, which tell and lead on. */
#ifndef RENDER_TIMELINE_STRIPS_H
#define RENDER_TIMELINE_STRIPS_H

#include "render/timeline/canvas.h"

/* Writes a strip for each snapshot over the first chart, and for each that tells sites over the
 * second; where it has a tree, as a link to it. Each reaches halfway to its neighbours. */
void timeline_strips(struct timeline_canvas *c);

#endif
