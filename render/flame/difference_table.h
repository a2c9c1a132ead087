/* A table of functions and their changes, aligned for a terminal. */
#ifndef RENDER_FLAME_DIFFERENCE_TABLE_H
#define RENDER_FLAME_DIFFERENCE_TABLE_H

#include "render/flame/picture.h"

/* Writes a row for each function: self and total, before and after, and how certain the change is
 * that colours would follow. */
void difference_table(struct sink *s, const struct picture *picture);

#endif
