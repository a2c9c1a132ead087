/* A table of sums by labels, for a terminal. */
#ifndef RENDER_FLAME_BY_TABLE_H
#define RENDER_FLAME_BY_TABLE_H

#include "render/flame/picture.h"

/* Writes a row for each combination of values of the style's labels (style.by), the heaviest first.
 * Every stack must begin with a frame for each label. */
void by_table(struct sink *s, const struct picture *picture);

#endif
