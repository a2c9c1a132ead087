/* Parses times in Chrome's traces and profiles. */
#ifndef INPUT_V8_TIME_H
#define INPUT_V8_TIME_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* The number of decimal digits from the unit to a ns. */
enum chrome_unit { CHROME_US = 3, CHROME_S = 9 };

/* Parses a number as ns. Truncates fractions at both ends of a span alike, so that no sum is wrong
 * by more than 1 ns. False when it is no number, or further than INT64_MAX / 4 from 0. */
MUST_CHECK bool chrome_time(struct str text, enum chrome_unit unit, int64_t *ns);

#endif
