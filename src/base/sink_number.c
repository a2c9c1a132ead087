/* Numbers as text, straight into the sink's block. */
#include <math.h>

#include "base/sink.h"

enum { DIGITS_MAX = 20 };

/* Writes the digits of n so that they end before end; returns where they begin. */
static char *digits_before(char *end, uint64_t n)
{
    do {
        *--end = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    return end;
}

void sink_u64(struct sink *s, uint64_t n)
{
    char text[DIGITS_MAX];
    char *from = digits_before(text + DIGITS_MAX, n);

    sink_bytes(s, from, (size_t)(text + DIGITS_MAX - from));
}

/* Writes a point and the last `scale` digits of the value, without trailing zeros. */
static void put_fraction(struct sink *s, uint64_t fraction, unsigned scale)
{
    char text[DIGITS_MAX];

    if (fraction == 0)
        return;
    for (unsigned i = scale; i > 0; i--) {
        text[i - 1] = (char)('0' + fraction % 10);
        fraction /= 10;
    }
    while (scale && text[scale - 1] == '0')
        scale--;
    sink_byte(s, '.');
    sink_bytes(s, text, scale);
}

static uint64_t power_of_ten(unsigned n)
{
    uint64_t power = 1;

    while (n--)
        power *= 10;
    return power;
}

void sink_decimal(struct sink *s, uint64_t value, unsigned scale)
{
    uint64_t unit = power_of_ten(scale);

    sink_u64(s, value / unit);
    put_fraction(s, value % unit, scale);
}

void sink_grouped(struct sink *s, uint64_t value, unsigned scale)
{
    uint64_t unit = power_of_ten(scale);
    char text[DIGITS_MAX];
    char *from = digits_before(text + DIGITS_MAX, value / unit);
    size_t n = (size_t)(text + DIGITS_MAX - from);

    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            sink_byte(s, ',');
        sink_byte(s, from[i]);
    }
    put_fraction(s, value % unit, scale);
}

static void put_sign(struct sink *s, bool negative)
{
    if (negative)
        sink_byte(s, '-');
}

void sink_fixed(struct sink *s, double n, unsigned digits)
{
    uint64_t unit = power_of_ten(digits);
    uint64_t scaled = (uint64_t)(fabs(n) * (double)unit + 0.5);
    uint64_t fraction = scaled % unit;
    char text[DIGITS_MAX];

    put_sign(s, n < 0 && scaled);
    sink_u64(s, scaled / unit);
    if (!digits)
        return;
    sink_byte(s, '.');
    for (unsigned i = digits; i > 0; i--) {
        text[i - 1] = (char)('0' + fraction % 10);
        fraction /= 10;
    }
    sink_bytes(s, text, digits);
}

void sink_short(struct sink *s, double n, unsigned digits)
{
    uint64_t scaled = (uint64_t)(fabs(n) * (double)power_of_ten(digits) + 0.5);

    put_sign(s, n < 0 && scaled);
    sink_decimal(s, scaled, digits);
}
