/* JSLB files, which samply writes: JSON with its long arrays of numbers in binary. */
#ifndef INPUT_FIREFOX_SLABS_H
#define INPUT_FIREFOX_SLABS_H

#include "input/common/reading.h"

/* Whether the input is such a file. */
bool firefox_is_slabs(struct str prefix);

/* Writes the whole as JSON. False with a fault when the file is damaged. */
MUST_CHECK bool firefox_slabs_text(const struct reading *r, struct str bytes, struct buf *to,
                                   struct fault *f);

#endif
