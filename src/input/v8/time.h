/* Times as traces and profiles of Chrome write them. */
#ifndef INPUT_V8_TIME_H
#define INPUT_V8_TIME_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* As many digits as there are from it to a ns. */
enum chrome_unit { CHROME_US = 3, CHROME_S = 9 };

/* Reads a number as ns. Less than a ns is cut at both ends of a span alike, so that no sum is wrong
 * by more than that. False when it is none, or further than INT64_MAX / 4 from 0. */
MUST_CHECK bool chrome_time(struct str text, enum chrome_unit unit, int64_t *ns);

#endif
