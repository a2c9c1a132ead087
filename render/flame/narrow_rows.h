/* The last rows of a picture, when no box in them is a pixel wide: needles that say nothing and
 * make a picture tall. One line says how many they are. */
#ifndef RENDER_FLAME_NARROW_ROWS_H
#define RENDER_FLAME_NARROW_ROWS_H

#include "render/flame/picture.h"

/* Leaves them out if they are two at least, since the line takes a row itself; not in a flame
 * chart, nor where such boxes were asked for, nor where rows are lower than text. Sets
 * picture->n_narrow_rows and n_in_narrow_rows, and reduces n_drawn. */
void narrow_rows_cut(struct picture *picture, struct layout *layout);

/* Writes "12 more rows, none a pixel wide". */
void narrow_rows_line(struct sink *s, const struct picture *picture);

/* Draws that on a page of a figure, in the row at y_px; nothing if none are left out. */
void narrow_rows_draw(struct sink *commands, const struct picture *picture, struct colour ink,
                      double y_px);

#endif
