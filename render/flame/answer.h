/* What a picture says, in a sentence or three: for who has not pointed at anything yet. */
#ifndef RENDER_FLAME_ANSWER_H
#define RENDER_FLAME_ANSWER_H

#include "render/flame/picture.h"

/* Writes "Heaviest by itself: getSlot 6.9 %, has 3.7 %. Hot path: main → (12 more) → getSlot,
 * 41.2 %. Odd: 38 % is in functions without names.", of a comparison its verdict; `between` stands
 * between sentences. Nothing if there is nothing to say. Names are clean, not escaped. among: by
 * frame, whether it may be named; NULL: all may. */
void answer_write(struct sink *s, const struct picture *picture, const bool *among,
                  const char *between);

/* The same for a terminal: a sentence begins a line, and no line has more cells than `columns` (0:
 * any number). */
void answer_write_lines(struct sink *s, const struct picture *picture, size_t columns);

#endif
