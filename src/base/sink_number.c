/* Numbers as text, straight into the sink's block. Divisions by constants are products: two digits
 * are cut off at a time. */
#include <assert.h>
#include <math.h>

#include "base/sink.h"

enum { SCALE_MOST = 19 };

static const uint64_t powers[SCALE_MOST + 1] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
    1000000000000000000,
    10000000000000000000u,
};

static const char pairs[] = "0001020304050607080910111213141516171819"
                            "2021222324252627282930313233343536373839"
                            "4041424344454647484950515253545556575859"
                            "6061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

static unsigned count(uint64_t n)
{
    unsigned digits = 1;

    while (digits <= SCALE_MOST && n >= powers[digits])
        digits++;
    return digits;
}

/* Writes the last `digits` digits of n, with zeros in front. */
static char *put(char *to, uint64_t n, unsigned digits)
{
    char *at = to + digits;

    for (; at - to >= 2; n /= 100) {
        at -= 2;
        memcpy(at, pairs + n % 100 * 2, 2);
    }
    if (at > to)
        *to = (char)('0' + n % 10);
    return to + digits;
}

char *digits_u64(char *to, uint64_t n)
{
    return put(to, n, count(n));
}

/* A point and the last `scale` digits of the value, without trailing zeros. */
static char *put_fraction(char *to, uint64_t fraction, unsigned scale)
{
    if (fraction == 0)
        return to;
    for (; fraction % 10 == 0; fraction /= 10)
        scale--;
    *to = '.';
    return put(to + 1, fraction, scale);
}

char *digits_decimal(char *to, uint64_t value, unsigned scale)
{
    assert(scale <= SCALE_MOST);
    if (scale == 0)
        return digits_u64(to, value);
    uint64_t whole = value / powers[scale];
    return put_fraction(digits_u64(to, whole), value - whole * powers[scale], scale);
}

char *digits_grouped(char *to, uint64_t value, unsigned scale)
{
    enum { GROUP = 3 };

    assert(scale <= SCALE_MOST);
    uint64_t whole = scale ? value / powers[scale] : value;
    uint64_t fraction = scale ? value - whole * powers[scale] : 0;
    unsigned digits = count(whole);
    unsigned first = (digits - 1) % GROUP + 1;
    char *end = to + digits + (digits - 1) / GROUP;
    char *at = end;

    for (; digits > first; digits -= GROUP) {
        uint64_t rest = whole / powers[GROUP];
        at -= GROUP + 1;
        *at = ',';
        put(at + 1, whole - rest * powers[GROUP], GROUP);
        whole = rest;
    }
    put(to, whole, first);
    return put_fraction(end, fraction, scale);
}

/* |n| * 10^digits, rounded; the sign is written. */
static uint64_t scaled(char **to, double n, unsigned digits)
{
    uint64_t value = (uint64_t)(fabs(n) * (double)powers[digits] + 0.5);

    if (n < 0 && value)
        *(*to)++ = '-';
    return value;
}

char *digits_fixed(char *to, double n, unsigned digits)
{
    uint64_t value = scaled(&to, n, digits);
    uint64_t whole = value / powers[digits];

    to = digits_u64(to, whole);
    if (!digits)
        return to;
    *to = '.';
    return put(to + 1, value - whole * powers[digits], digits);
}

char *digits_short(char *to, double n, unsigned digits)
{
    uint64_t value = scaled(&to, n, digits);

    return digits_decimal(to, value, digits);
}

void sink_u64(struct sink *s, uint64_t n)
{
    char *to = sink_room(s, NUMBER_ROOM);

    sink_took(s, (size_t)(digits_u64(to, n) - to));
}

void sink_decimal(struct sink *s, uint64_t value, unsigned scale)
{
    char *to = sink_room(s, NUMBER_ROOM);

    sink_took(s, (size_t)(digits_decimal(to, value, scale) - to));
}

void sink_grouped(struct sink *s, uint64_t value, unsigned scale)
{
    char *to = sink_room(s, NUMBER_ROOM);

    sink_took(s, (size_t)(digits_grouped(to, value, scale) - to));
}

void sink_fixed(struct sink *s, double n, unsigned digits)
{
    char *to = sink_room(s, NUMBER_ROOM);

    sink_took(s, (size_t)(digits_fixed(to, n, digits) - to));
}

void sink_short(struct sink *s, double n, unsigned digits)
{
    char *to = sink_room(s, NUMBER_ROOM);

    sink_took(s, (size_t)(digits_short(to, n, digits) - to));
}
