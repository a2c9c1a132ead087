/* Folded stacks, with one count or with two. */
#ifndef RENDER_FOLDED_H
#define RENDER_FOLDED_H

#include "render/output.h"

/* Writes a line for each stack that was sampled, with what both sides have where the picture has
 * two. */
void folded_write(const struct picture *picture, struct sink *sink);

#endif
