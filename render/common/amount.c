/* Formats numbers with their units. */
#include "render/common/amount.h"

#include <assert.h>
#include <math.h>

#define MICROSECONDS "\xC2\xB5s"

void amount_percent(struct sink *s, uint64_t value, uint64_t whole)
{
    sink_fixed(s, whole ? 100.0 * ((double)value / (double)whole) : 0, 2);
}

struct str amount_unit_text(const struct names *names, name_id unit)
{
    return unit ? names_get(names, unit) : STR("samples");
}

/* "page-faults" is "page-fault", "cache-misses" is "cache-miss"; "ns" and "class" stay. */
static struct str singular(struct str unit)
{
    enum { LETTERS = 4 };
    size_t n = unit.n;

    if (n < LETTERS || !str_ends(unit, STR("s")) || str_ends(unit, STR("ss")))
        return unit;
    return str_from_to(unit, 0, str_ends(unit, STR("sses")) ? n - 2 : n - 1);
}

struct str amount_unit_behind(struct decimal shown, struct str unit)
{
    for (; shown.scale && shown.value % 10 == 0; shown.scale--)
        shown.value /= 10;
    return shown.value == 1 && shown.scale == 0 ? singular(unit) : unit;
}

void amount_write(struct sink *s, const struct names *names, name_id unit, struct decimal value)
{
    sink_grouped(s, value.value, value.scale);
    sink_byte(s, ' ');
    sink_str(s, amount_unit_behind(value, amount_unit_text(names, unit)));
}

void amount_write_digits(struct sink *s, double n, unsigned digits)
{
    const double least = 1e-3;
    const double most = 1e12;
    int power = n != 0 ? (int)floor(log10(fabs(n))) : 0;
    int behind = (int)digits - 1 - power;

    if (n == 0 || (fabs(n) >= least && fabs(n) < most)) {
        sink_short(s, n, behind < 0 ? 0 : behind > 6 ? 6 : (unsigned)behind);
        return;
    }
    sink_short(s, n / pow(10, power), digits > 6 ? 6 : digits - 1);
    sink_byte(s, 'e');
    sink_text(s, power < 0 ? "-" : "");
    sink_u64(s, (uint64_t)(power < 0 ? -power : power));
}

/* ---- amounts that are scaled ----------------------------------------------------------------- */

/* Sorted by kind, then by size, the largest first. */
static const struct scale {
    const char *name, *other; /* as it is written, and as inputs may call it */
    double size;
    bool bytes; /* of that kind, else of time */
} scales[] = {
    {"s", "seconds", 1e9, false},     {"ms", "milliseconds", 1e6, false},
    {MICROSECONDS, "us", 1e3, false}, {MICROSECONDS, "microseconds", 1e3, false},
    {"ns", "nanoseconds", 1, false},  {"TB", "TB", 1e12, true},
    {"GB", "GB", 1e9, true},          {"MB", "MB", 1e6, true},
    {"kB", "kB", 1e3, true},          {"bytes", "B", 1, true},
};

enum { N_SCALES = sizeof scales / sizeof scales[0] };

/* Returns its index in the table; N_SCALES: none. */
static size_t scale_of(struct str unit)
{
    size_t i = 0;

    while (i < N_SCALES && !str_equal(unit, str_of(scales[i].name)) &&
           !str_equal(unit, str_of(scales[i].other)))
        i++;
    return i;
}

bool amount_is_scaled(struct str unit)
{
    return scale_of(unit) < N_SCALES;
}

const char *amount_word(struct str unit)
{
    size_t own = scale_of(unit);

    assert(own < N_SCALES);
    return scales[own].bytes ? "size" : "time";
}

static uint64_t whole_of(double value)
{
    const double most = 18446744073709549568.0; /* the largest below 2^64 */

    return (uint64_t)fmin(value, most);
}

void amount_write_scaled(struct sink *s, double value, struct str unit)
{
    const double most = 1e15; /* with two digits more still a number of 64 bits, and exact */
    size_t own = scale_of(unit);
    size_t at = 0;

    assert(own < N_SCALES);
    double size = value * scales[own].size;
    while (at < N_SCALES && (scales[at].bytes != scales[own].bytes || size < scales[at].size))
        at++;
    if (at == N_SCALES)
        at = own;
    double units = size / scales[at].size;
    struct decimal shown = units < most ? (struct decimal){(uint64_t)(units * 100 + 0.5), 2}
                                        : (struct decimal){whole_of(units), 0};
    sink_grouped(s, shown.value, shown.scale);
    sink_byte(s, ' ');
    sink_str(s, at + 1 == N_SCALES ? amount_unit_behind(shown, STR("bytes"))
                                   : str_of(scales[at].name));
}

void amount_write_rounded(struct sink *s, struct decimal shown, struct str unit)
{
    const double million = 1e6;
    const double billion = 1e9;
    double value = (double)shown.value;

    for (unsigned i = 0; i < shown.scale; i++)
        value /= 10;
    if (amount_is_scaled(unit)) {
        amount_write_scaled(s, value, unit);
        return;
    }
    if (value < million) {
        sink_grouped(s, shown.value, shown.scale);
        sink_byte(s, ' ');
        sink_str(s, amount_unit_behind(shown, unit));
        return;
    }
    bool millions = value < billion;
    uint64_t hundredths = (uint64_t)(value / (millions ? million : billion) * 100 + 0.5);
    sink_grouped(s, hundredths, 2);
    sink_text(s, millions ? " million " : " billion ");
    sink_str(s, unit);
}
