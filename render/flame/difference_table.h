/* Functions by how they changed, aligned for a terminal. */
#ifndef RENDER_FLAME_DIFFERENCE_TABLE_H
#define RENDER_FLAME_DIFFERENCE_TABLE_H

#include "render/flame/picture.h"

/* Writes a row for each function of a picture of two sides: what it has by itself and with callees,
 * before and after, and how sure the change is that colours would follow. */
void difference_table(struct sink *s, const struct picture *picture);

#endif
