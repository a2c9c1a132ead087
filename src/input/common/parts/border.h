/* Where an input may be cut into parts. */
#ifndef INPUT_COMMON_PARTS_BORDER_H
#define INPUT_COMMON_PARTS_BORDER_H

#include "input/common/reading.h"

/* Finds where the first part at or after `at`, which is above 0, may begin; the size if there is no
 * such place within some megabytes. False with a fault. */
MUST_CHECK bool border_find(const struct source *whole, enum input_cut cut, uint64_t at,
                            uint64_t *found, struct fault *f);

#endif
