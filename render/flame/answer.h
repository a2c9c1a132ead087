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

/* Writes it where it stays as long as the style, which gets it as the lines above the frames: for
 * who sees no more than the picture. Not where the title says it, or as flamegraph.pl draws. */
void answer_place(struct sink *s, struct style *style, struct picture *picture);

/* Breaks it into the lines above the frames; returns how many. */
enum { ANSWER_LINES = 4 };
size_t answer_lines(const struct style *style, struct str answer, struct str lines[ANSWER_LINES]);

/* The same for a terminal: a sentence begins a line, and no line has more cells than `columns` (0:
 * any number). */
void answer_write_lines(struct sink *s, const struct picture *picture, size_t columns);

#endif
