/* "52949279308", "17.25", "-1.5e+03"
 * Parses times. */
#include "input/v8/time.h"

#include "base/parse.h"

/* Moves the decimal point of digits; truncates what falls behind it. False when it does not fit. */
static bool shift(uint64_t *digits, int places)
{
    for (; places < 0 && *digits; places++)
        *digits /= 10;
    for (; places > 0 && *digits; places--) {
        if (*digits > INT64_MAX / 4 / 10)
            return false;
        *digits *= 10;
    }
    return *digits <= INT64_MAX / 4;
}

bool chrome_time(struct str text, enum chrome_unit unit, int64_t *ns)
{
    bool negative = text.n && text.p[0] == '-';
    size_t i = negative;
    uint64_t digits = 0;
    uint64_t exponent = 0;
    int places = (int)unit;
    bool behind_point = false;
    size_t from = i;

    for (; i < text.n && (is_digit(text.p[i]) || (text.p[i] == '.' && !behind_point)); i++) {
        if (text.p[i] == '.') {
            behind_point = true;
        } else if (digits < UINT64_MAX / 10 - 1) {
            digits = digits * 10 + (uint64_t)(text.p[i] - '0');
            places -= behind_point;
        } else if (!behind_point) {
            return false;
        }
    }
    if (i == from)
        return false;
    if (i < text.n && (text.p[i] == 'e' || text.p[i] == 'E')) {
        bool down = i + 1 < text.n && text.p[i + 1] == '-';
        bool sign = down || (i + 1 < text.n && text.p[i + 1] == '+');
        i += sign ? 2 : 1;
        if (!parse_u64(str_from_to(text, i, text.n), &exponent) || exponent > 400)
            return false;
        places += down ? -(int)exponent : (int)exponent;
        i = text.n;
    }
    if (i < text.n || !shift(&digits, places))
        return false;
    *ns = negative ? -(int64_t)digits : (int64_t)digits;
    return true;
}
