/* The table of functions after the pages of a flame graph. */
#ifndef RENDER_FLAME_FIGURE_TABLE_H
#define RENDER_FLAME_FIGURE_TABLE_H

#include "model/functions.h"
#include "render/flame/picture.h"

/* Appends pages with the functions of the greatest self values: picture->style->rows of them, or
 * about fifty. */
void flame_table(struct sink *commands, const struct picture *picture,
                 const struct functions *functions);

#endif
