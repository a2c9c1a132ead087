/* Functions by how they changed, aligned for a terminal. */
#ifndef RENDER_SIDES_TABLE_H
#define RENDER_SIDES_TABLE_H

#include "render/output.h"

/* Writes a row for each function of a picture of two sides: what it has by itself and with callees,
 * before and after, and how sure the change is that colours would follow. */
void sides_table(struct sink *s, const struct picture *picture);

#endif
