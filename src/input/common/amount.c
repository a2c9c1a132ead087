/* "1500", "0.1", "-2.5e-05", "1234567890123456.7" as exact decimals. */
#include "input/common/amount.h"

#include "base/parse.h"
#include "model/time/counters.h"

enum { PART_DIGITS = 18 };

static const uint64_t powers[PART_DIGITS + 1] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
};

/* Appends a digit to the whole part. */
static bool add_whole(struct amount *a, unsigned digit)
{
    if (a->whole > (UINT64_MAX - digit) / 10)
        return false;
    a->whole = a->whole * 10 + digit;
    return true;
}

/* Takes digits, possibly with a point among them. `before` is how many of them precede the real
 * decimal point: with an exponent it may be negative, or more than there are. */
static bool take_digits(struct str digits, int64_t before, struct amount *a)
{
    bool up = false;

    for (size_t i = 0; i < digits.n; i++) {
        unsigned digit = (unsigned)(digits.p[i] - '0');
        if (digits.p[i] == '.')
            continue;
        if (before > 0 && !add_whole(a, digit))
            return false;
        if (before <= 0 && before > -PART_DIGITS)
            a->part += digit * powers[PART_DIGITS - 1 + before];
        up = up || (before == -PART_DIGITS && digit >= 5);
        before--;
    }
    for (; before > 0 && a->whole; before--)
        if (!add_whole(a, 0))
            return false;
    a->part += up;
    if (a->part < powers[PART_DIGITS])
        return true;
    a->part = 0;
    a->whole++;
    return a->whole > 0;
}

/* Parses the digits after an "e". Greater exponents make no difference to numbers of this length.
 */
static bool read_exponent(struct str text, int64_t *exponent)
{
    enum { MOST = 1 << 30 };
    bool down = text.n && text.p[0] == '-';
    size_t i = text.n && (down || text.p[0] == '+');
    int64_t value = 0;
    size_t from = i;

    for (; i < text.n && is_digit(text.p[i]); i++)
        value = value < MOST ? value * 10 + (text.p[i] - '0') : value;
    *exponent = down ? -value : value;
    return i == text.n && i > from;
}

static bool read_unsigned(struct str text, struct amount *a)
{
    size_t end = 0;
    size_t point = 0;
    int64_t exponent = 0;

    while (point < text.n && is_digit(text.p[point]))
        point++;
    end = point;
    if (end < text.n && text.p[end] == '.')
        for (end++; end < text.n && is_digit(text.p[end]);)
            end++;
    *a = (struct amount){0, 0};
    if (point == 0 ||
        (end < text.n && ((text.p[end] | 0x20) != 'e' ||
                          !read_exponent(str_from_to(text, end + 1, text.n), &exponent))))
        return false;
    return take_digits(str_from_to(text, 0, end), (int64_t)point + exponent, a);
}

bool amount_read(struct str text, struct amount *a)
{
    bool negative = text.n && text.p[0] == '-';

    if (!read_unsigned(str_from_to(text, negative, text.n), a))
        return false;
    return negative ? !a->whole && !a->part : a->whole < UINT64_MAX || !a->part;
}

bool amount_read_time(struct str text, struct amount *a)
{
    const struct amount middle = {UINT64_C(1) << 63, 0};
    bool negative = text.n && text.p[0] == '-';

    if (!read_unsigned(str_from_to(text, negative, text.n), a) || a->whole >= middle.whole)
        return false;
    if (negative)
        *a = amount_minus(&middle, a);
    else
        a->whole += middle.whole;
    return true;
}

bool amount_read_signed(struct str text, int64_t *value, unsigned *scale)
{
    const bool negative = text.n && text.p[0] == '-';
    struct amount a;

    if (!read_unsigned(str_from_to(text, negative, text.n), &a) || a.whole >= INT64_MAX)
        return false;
    *scale = amount_scale(&a, 0, COUNTER_SCALE_MAX);
    while (*scale && a.whole >= INT64_MAX / powers[*scale])
        --*scale;
    struct amount_rounding r = amount_rounding_of(*scale);
    const int64_t size = (int64_t)amount_round(&r, &a);
    *value = negative ? -size : size;
    return true;
}

bool amount_is_less(const struct amount *a, const struct amount *b)
{
    return a->whole < b->whole || (a->whole == b->whole && a->part < b->part);
}

struct amount amount_minus(const struct amount *a, const struct amount *b)
{
    bool borrows = a->part < b->part;

    return (struct amount){a->whole - b->whole - borrows,
                           a->part + (borrows ? powers[PART_DIGITS] : 0) - b->part};
}

unsigned amount_scale(const struct amount *a, unsigned least, unsigned most)
{
    while (least < most && a->part % powers[PART_DIGITS - least])
        least++;
    return least;
}

double amount_read_period(struct str text)
{
    const double million = 1e6;
    uint64_t period;

    return parse_scaled(text, 6, &period) ? (double)period / million : 0;
}

void amount_read_unit(struct str text, char unit[AMOUNT_UNIT_ROOM])
{
    size_t n = text.n < AMOUNT_UNIT_ROOM && !memchr(text.p, '\0', text.n) ? text.n : 0;

    memcpy(unit, text.p, n);
    unit[n] = '\0';
}

uint64_t amount_samples(const struct amount *a, double period)
{
    const double most = 4503599627370496.0; /* 2^52 */
    const double parts = 1e18;
    double n = period > 0 ? ((double)a->whole + (double)a->part / parts) / period : 1;

    return n < 1 ? 1 : n < most ? (uint64_t)(n + 0.5) : (uint64_t)most;
}

struct amount_rounding amount_rounding_of(unsigned scale)
{
    uint64_t unit = powers[PART_DIGITS - scale];

    return (struct amount_rounding){.scale = scale, .unit = unit, .rest = unit / 2};
}

uint64_t amount_round(struct amount_rounding *r, const struct amount *a)
{
    uint64_t part = a->part + r->rest;

    r->rest = part % r->unit;
    return a->whole * powers[r->scale] + part / r->unit;
}

void amount_digits_add(struct amount_digits *d, const struct amount *a, unsigned most)
{
    d->scale = amount_scale(a, d->scale, most);
    d->sum = a->whole < UINT64_MAX - d->sum ? d->sum + a->whole + 1 : UINT64_MAX;
}

unsigned amount_digits_scale(const struct amount_digits *d)
{
    unsigned scale = d->scale;
    uint64_t most = UINT64_MAX;

    for (unsigned i = 0; i < scale; i++)
        most /= 10;
    for (; scale && d->sum > most; scale--)
        most = scale > 1 ? most * 10 : UINT64_MAX;
    return scale;
}

bool amount_shift(struct amount *a, unsigned digits)
{
    uint64_t factor = powers[digits];
    uint64_t below = powers[PART_DIGITS - digits];
    uint64_t carry = a->part / below;

    if (a->whole > (UINT64_MAX - carry) / factor)
        return false;
    a->whole = a->whole * factor + carry;
    a->part = a->part % below * factor;
    return true;
}
