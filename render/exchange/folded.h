/* Folded stacks, with one count or with two. */
#ifndef RENDER_EXCHANGE_FOLDED_H
#define RENDER_EXCHANGE_FOLDED_H

#include "render/flame/picture.h"

/* Writes a line for each stack that was sampled, with what both sides have where the picture has
 * two. */
void folded_write(const struct picture *picture, struct sink *sink);

#endif
