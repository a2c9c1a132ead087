/* 1003009: the nanoseconds of a sample. */
#include "render/exchange/period.h"

#include <math.h>

enum { UNIT_MOST = 63, DIGITS = 6 };

static bool is_word(struct str text)
{
    bool is = text.n > 0 && text.n <= UNIT_MOST;

    for (size_t i = 0; i < text.n; i++)
        is = is && (unsigned char)text.p[i] > ' ' && text.p[i] != 0x7f;
    return is;
}

bool exchange_has_period(const struct profile *p)
{
    const double most = 1e12;
    const struct column *c = &p->columns[0];
    struct str unit = names_get(&p->names, c->unit);

    return c->period > 0 && c->period <= most && is_word(unit) && !str_equal(unit, STR("samples"));
}

/* With as many digits as a double keeps, so that it is the same when it is read and written again.
 */
void exchange_write_period(struct sink *s, const struct profile *p, int shift)
{
    const double with_digits = 1e9;
    double period = p->columns[0].period * pow(10, shift);
    unsigned digits = period < with_digits ? DIGITS : 0;

    sink_decimal(s, (uint64_t)(period * pow(10, digits) + 0.5), digits);
}
