/* Writes folded stacks, with one count or two. */
#ifndef RENDER_EXCHANGE_FOLDED_H
#define RENDER_EXCHANGE_FOLDED_H

#include "render/flame/picture.h"

/* Writes a line for each stack with samples; with both counts if the picture has two sides. */
void folded_write(const struct picture *picture, struct sink *sink);

#endif
