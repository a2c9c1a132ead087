/* The first sentence of a comparison: what it proves. */
#ifndef RENDER_FLAME_DIFFERENCE_VERDICT_H
#define RENDER_FLAME_DIFFERENCE_VERDICT_H

#include "render/flame/picture.h"

/* Writes "1 function proven slower: hashKeys +64 % [+44, +88]; the whole: no proven change", of the
 * functions by themselves, or with what they call if none is proven by itself. Names the one that
 * changed most, unless only what is visible may be told. Where one side
 * has a single run: what is beyond the noise; where both have and their times are known, beyond how
 * much they vary; if they are not, that nothing is judged. Nothing if nothing is known. */
void difference_verdict(struct sink *s, const struct picture *picture);

#endif
