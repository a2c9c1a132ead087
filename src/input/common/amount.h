/* Weights and times as JSON writes them: any number of digits on both sides of the point. */
#ifndef INPUT_COMMON_AMOUNT_H
#define INPUT_COMMON_AMOUNT_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* What programs write of a double has at most 17 digits, so that 18 behind the point keep it. */
struct amount {
    uint64_t whole;
    uint64_t part; /* in 1/10^18, less than 1 */
};

/* Reads a number of JSON; digits behind the 18th after the point are rounded. False when it is
 * negative, or more than 2^64 - 1. */
MUST_CHECK bool amount_read(struct str text, struct amount *a);

/* Reads a number from -2^63 to 2^63 as what it is more than -2^63: differences are the same. */
MUST_CHECK bool amount_read_time(struct str text, struct amount *a);

bool amount_is_less(const struct amount *a, const struct amount *b);

/* Returns a - b, which is not negative. */
struct amount amount_minus(const struct amount *a, const struct amount *b);

/* Returns how many digits after the point it has, at least `least` and at most `most`. */
unsigned amount_scale(const struct amount *a, unsigned least, unsigned most);

/* Amounts that are brought to fewer digits one after the other: what one is cut by is added to the
 * next, so that their sum is rounded once, and no digits of it are lost however many they are. */
struct amount_rounding {
    unsigned scale;
    uint64_t unit; /* the last digit that is kept, in 1/10^18 */
    uint64_t rest; /* what was cut so far, less than unit; half of it at first */
};

struct amount_rounding amount_rounding_of(unsigned scale);

/* Returns the amount in 1/10^scale; whole * 10^scale has to fit, and one more. */
uint64_t amount_round(struct amount_rounding *r, const struct amount *a);

#endif
