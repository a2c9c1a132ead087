/* Parses words and numbers in borrowed bytes. */
#include "base/parse.h"

bool take_field(struct str *rest, char separator, struct str *part)
{
    if (!rest->p)
        return false;
    const char *at = rest->n ? memchr(rest->p, separator, rest->n) : NULL;
    if (!at) {
        *part = *rest;
        *rest = (struct str){NULL, 0};
        return true;
    }
    *part = (struct str){rest->p, (size_t)(at - rest->p)};
    *rest = str_from_to(*rest, part->n + 1, rest->n);
    return true;
}

bool take_word(struct str *rest, struct str *word)
{
    size_t from = 0;

    while (from < rest->n && is_blank(rest->p[from]))
        from++;
    size_t to = from;
    while (to < rest->n && !is_blank(rest->p[to]))
        to++;
    *word = str_from_to(*rest, from, to);
    *rest = str_from_to(*rest, to, rest->n);
    return word->n > 0;
}

static bool add_digit(uint64_t *value, char c)
{
    uint64_t digit = (uint64_t)(c - '0');

    if (*value >= UINT64_MAX / 10 && (*value > UINT64_MAX / 10 || digit > UINT64_MAX % 10))
        return false;
    *value = *value * 10 + digit;
    return true;
}

bool parse_u64(struct str s, uint64_t *value)
{
    enum { ALWAYS_FIT = 19 };

    *value = 0;
    for (size_t i = 0; i < s.n && i < ALWAYS_FIT; i++) {
        if (!is_digit(s.p[i]))
            return false;
        *value = *value * 10 + (uint64_t)(s.p[i] - '0');
    }
    for (size_t i = ALWAYS_FIT; i < s.n; i++)
        if (!is_digit(s.p[i]) || !add_digit(value, s.p[i]))
            return false;
    return s.n > 0;
}

bool parse_range(struct str s, uint64_t *first, uint64_t *last)
{
    struct str part;

    if (!take_field(&s, '-', &part) || !parse_u64(part, first))
        return false;
    *last = *first;
    return !s.p || (parse_u64(s, last) && *last >= *first);
}

bool parse_hex_u64(struct str s, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (!is_hex_digit(c) || *value >> 60)
            return false;
        *value = *value << 4 | (uint64_t)(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return s.n > 0;
}

/* The value of a digit plus 1; 0: no digit. */
static const unsigned char hex_digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

bool parse_hex_head(struct str *rest, uint64_t *value)
{
    const size_t from = rest->n > 1 && rest->p[0] == '0' && (rest->p[1] | 0x20) == 'x' ? 2 : 0;
    size_t to = from;
    uint64_t v = 0;
    uint64_t over = 0;
    unsigned digit;

    for (; to < rest->n && (digit = hex_digits[(unsigned char)rest->p[to]]) != 0; to++) {
        over |= v >> 60;
        v = v << 4 | (digit - 1);
    }
    *value = v;
    if (to == from || over)
        return false;
    *rest = str_from_to(*rest, to, rest->n);
    return true;
}

bool is_hex_number(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_hex_digit(s.p[i]))
            return false;
    return s.n > 0;
}

bool is_whole_number(struct str s)
{
    size_t from = s.n && s.p[0] == '-';

    for (size_t i = from; i < s.n; i++)
        if (!is_digit(s.p[i]))
            return false;
    return s.n > from;
}

bool parse_decimal(struct str s, unsigned max_scale, struct decimal *number)
{
    size_t whole = 0;

    *number = (struct decimal){0};
    while (whole < s.n && s.p[whole] != '.')
        whole++;
    if (!parse_u64(str_from_to(s, 0, whole), &number->value))
        return false;
    if (whole == s.n)
        return true;
    for (size_t i = whole + 1; i < s.n; i++) {
        if (!is_digit(s.p[i]) || number->scale == max_scale || !add_digit(&number->value, s.p[i]))
            return false;
        number->scale++;
    }
    return true;
}

bool decimal_scale(struct decimal *number, unsigned scale)
{
    for (; number->scale < scale; number->scale++) {
        if (number->value > UINT64_MAX / 10)
            return false;
        number->value *= 10;
    }
    return true;
}

bool parse_scaled(struct str s, unsigned scale, uint64_t *value)
{
    struct decimal n;

    if (!parse_decimal(s, scale, &n) || !decimal_scale(&n, scale))
        return false;
    *value = n.value;
    return true;
}

/* The digits of a floating point number: value * 10^power. */
struct scientific {
    uint64_t value;
    int64_t power;
    bool cut; /* digits other than 0 did not fit */
};

enum { POWER_MOST = 1 << 20 };

/* Parses digits with a point among them. Returns how many bytes they take; 0 when there are none,
 * or the digits before the point do not fit. */
static size_t parse_digits(struct str s, struct scientific *n)
{
    size_t digits = 0;
    bool behind_point = false;
    size_t i = 0;

    for (; i < s.n && (is_digit(s.p[i]) || (s.p[i] == '.' && !behind_point)); i++) {
        if (s.p[i] == '.') {
            behind_point = true;
            continue;
        }
        digits++;
        if (!n->cut && add_digit(&n->value, s.p[i])) {
            n->power -= behind_point;
            continue;
        }
        if (!behind_point)
            return 0;
        n->cut = n->cut || s.p[i] != '0';
    }
    return digits ? i : 0;
}

/* Parses "e-05" after the digits. */
static bool parse_power(struct str s, struct scientific *n)
{
    uint64_t power;
    bool down = s.n > 1 && s.p[1] == '-';
    size_t from = down || (s.n > 1 && s.p[1] == '+') ? 2 : 1;

    if (s.n == 0)
        return true;
    if ((s.p[0] != 'e' && s.p[0] != 'E') || !parse_u64(str_from_to(s, from, s.n), &power))
        return false;
    int64_t most = power < POWER_MOST ? (int64_t)power : POWER_MOST;
    n->power += down ? -most : most;
    return true;
}

bool parse_float(struct str s, unsigned max_scale, struct decimal *number, bool *rounded)
{
    struct scientific n = {0};
    size_t digits = parse_digits(s, &n);
    bool up = false;

    if (digits == 0 || !parse_power(str_from_to(s, digits, s.n), &n))
        return false;
    for (; n.power < -(int64_t)max_scale && n.value; n.power++) {
        n.cut = n.cut || n.value % 10 != 0;
        up = n.value % 10 >= 5;
        n.value /= 10;
    }
    if (n.power < -(int64_t)max_scale) { /* nothing is left of it */
        n.power = 0;
        up = false;
    }
    n.value += up;
    for (; n.power < 0 && n.value && n.value % 10 == 0; n.power++)
        n.value /= 10;
    for (; n.power > 0 && n.value; n.power--) {
        if (n.value > UINT64_MAX / 10)
            return false;
        n.value *= 10;
    }
    *number = (struct decimal){n.value, n.value ? (unsigned)-n.power : 0};
    *rounded = n.cut;
    return true;
}

bool parse_seconds(struct str s, uint64_t *ns)
{
    enum { NS_DIGITS = 9 };

    return parse_scaled(s, NS_DIGITS, ns);
}

bool parse_size(struct str s, uint64_t *value)
{
    static const char letters[] = "KMGT";
    unsigned shift = 0;

    if (s.n && !is_digit(s.p[s.n - 1])) {
        const char *at = strchr(letters, s.p[s.n - 1] & ~0x20);
        if (!at || !*at)
            return false;
        shift = 10 * (unsigned)(at - letters + 1);
        s.n--;
    }
    if (!parse_u64(s, value) || *value > UINT64_MAX >> shift)
        return false;
    *value <<= shift;
    return true;
}

/* Optimal string alignment. Only the rows of the last two letters are kept. */
unsigned edit_distance(struct str a, struct str b, unsigned limit)
{
    unsigned rows[3][65];

    if (a.n > 64 || b.n > 64)
        return limit + 1;
    for (size_t j = 0; j <= b.n; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a.n; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *before = rows[(i - 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.n; j++) {
            unsigned least = before[j - 1] + (a.p[i - 1] != b.p[j - 1]);
            if (before[j] + 1 < least)
                least = before[j] + 1;
            if (row[j - 1] + 1 < least)
                least = row[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1];
            if (swapped && rows[(i - 2) % 3][j - 2] + 1 < least)
                least = rows[(i - 2) % 3][j - 2] + 1;
            row[j] = least;
        }
    }
    unsigned distance = rows[a.n % 3][b.n];
    return distance > limit ? limit + 1 : distance;
}
