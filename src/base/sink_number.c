/* Numbers as text, straight into the sink's block. */
#include "base/digits.h"
#include "base/sink.h"

void sink_u64(struct sink *s, uint64_t n)
{
    char *to = sink_room(s, DIGITS_MOST);

    sink_took(s, (size_t)(digits_u64(to, n) - to));
}

void sink_decimal(struct sink *s, uint64_t value, unsigned scale)
{
    char *to = sink_room(s, DIGITS_MOST);

    sink_took(s, (size_t)(digits_decimal(to, value, scale) - to));
}

void sink_grouped(struct sink *s, uint64_t value, unsigned scale)
{
    char *to = sink_room(s, DIGITS_MOST);

    sink_took(s, (size_t)(digits_grouped(to, value, scale) - to));
}

void sink_fixed(struct sink *s, double n, unsigned digits)
{
    char *to = sink_room(s, DIGITS_MOST);

    sink_took(s, (size_t)(digits_fixed(to, n, digits) - to));
}

void sink_short(struct sink *s, double n, unsigned digits)
{
    char *to = sink_room(s, DIGITS_MOST);

    sink_took(s, (size_t)(digits_short(to, n, digits) - to));
}
