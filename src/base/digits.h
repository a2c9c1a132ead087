/* Text and numbers into memory that has room for them. Every function returns the end of what it
 * wrote. */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <stdint.h>
#include <string.h>

enum {
    DIGITS_MOST = 48,      /* bytes of any number that is written here */
    DIGITS_SCALE_MOST = 19 /* digits after a point */
};

/* Of a literal. */
#define DIGITS_TEXT(to, literal)                                                                   \
    ((char *)memcpy(to, "" literal, sizeof literal - 1) + sizeof literal - 1)

char *digits_u64(char *to, uint64_t n);

/* value / 10^scale, without trailing zeros after the point. */
char *digits_decimal(char *to, uint64_t value, unsigned scale);

/* The same with commas between thousands: 1,234.5 */
char *digits_grouped(char *to, uint64_t value, unsigned scale);

/* Rounded to `digits` digits after the point (at most 6), all of them written. n must be finite and
 * within +-1e12. */
char *digits_fixed(char *to, double n, unsigned digits);

/* The same without trailing zeros: for coordinates. */
char *digits_short(char *to, double n, unsigned digits);

#endif
