/* Units of one quantity: a second is a thousand milliseconds. */
#ifndef MODEL_UNITS_H
#define MODEL_UNITS_H

#include <stdint.h>

#include "base/str.h"

/* Returns how many of a finer unit one of a coarser is, 1 for the same unit; 0 when they are not of
 * one quantity, or the other way round. */
uint64_t units_ratio(struct str coarse, struct str fine);

#endif
