/* Weights and times in JSON, as exact decimals: any number of digits on both sides of the point. */
#ifndef INPUT_COMMON_AMOUNT_H
#define INPUT_COMMON_AMOUNT_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Programs write doubles with at most 17 digits, so 18 after the point lose nothing. */
struct amount {
    uint64_t whole;
    uint64_t part; /* the fraction in 1/10^18, less than 1 */
};

/* Parses a JSON number and rounds to 18 digits after the point. False when it is negative, or more
 * than 2^64 - 1. */
MUST_CHECK bool amount_read(struct str text, struct amount *a);

/* Parses a number from -2^63 to 2^63 and adds 2^63; differences stay the same. */
MUST_CHECK bool amount_read_time(struct str text, struct amount *a);

/* Parses a JSON number of any sign and rounds it to at most COUNTER_SCALE_MAX digits after the
 * point, as far as it fits then. False when it is beyond 64 bits. */
MUST_CHECK bool amount_read_signed(struct str text, int64_t *value, unsigned *scale);

bool amount_is_less(const struct amount *a, const struct amount *b);

/* Returns a - b, which is not negative. */
struct amount amount_minus(const struct amount *a, const struct amount *b);

/* Returns how many digits after the point it needs, between `least` and `most`. */
unsigned amount_scale(const struct amount *a, unsigned least, unsigned most);

/* How many digits after the point a series of amounts needs. Zeroed: none seen. */
struct amount_digits {
    unsigned scale;
    uint64_t sum; /* of the whole parts, each plus one */
};

/* Looks at an amount of the series. */
void amount_digits_add(struct amount_digits *d, const struct amount *a, unsigned most);

/* Returns how many digits the amounts need, but no more than their sum allows. */
unsigned amount_digits_scale(const struct amount_digits *d);

/* Multiplies by a power of ten, at most 18. False when it does not fit. */
MUST_CHECK bool amount_shift(struct amount *a, unsigned digits);

enum { AMOUNT_UNIT_ROOM = 64 };

/* Read what this program writes of samples: what each weighs, with at most 6 digits after the point
 * (0: not known), and in what ("": not known). */
double amount_read_period(struct str text);
void amount_read_unit(struct str text, char unit[AMOUNT_UNIT_ROOM]);

/* Returns how many samples it is, if each weighs that; at least 1, also where that is not known
 * (0). */
uint64_t amount_samples(const struct amount *a, double period);

/* Rounds a series of amounts to fewer digits. What is cut off one is carried over to the next, so
 * only their sum is rounded, and no digits are lost. */
struct amount_rounding {
    unsigned scale;
    uint64_t unit; /* the last kept digit, in 1/10^18 */
    uint64_t rest; /* the carry, less than unit; half a unit at first */
};

struct amount_rounding amount_rounding_of(unsigned scale);

/* Returns the amount in 1/10^scale, which must fit, plus one. */
uint64_t amount_round(struct amount_rounding *r, const struct amount *a);

#endif
