/* cpu in nanoseconds, samples in count: units in pprof files. */
#include "model/pprof_units.h"

#include "base/parse.h"

static const char *const times[][2] = {
    {"nanoseconds", "ns"}, {"microseconds", "us"}, {"milliseconds", "ms"}, {"seconds", "s"}};

enum { TIMES = sizeof times / sizeof times[0] };

static const char *counted(struct str measure)
{
    static const char *const counts[][2] = {
        {"sample", "samples"},          {"samples", "samples"},      {"objects", "objects"},
        {"contentions", "contentions"}, {"goroutine", "goroutines"}, {"threadcreate", "threads"}};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (str_equal(measure, str_of(counts[i][0])))
            return counts[i][1];
    return str_ends(measure, STR("_objects")) ? "objects" : "count";
}

const char *pprof_unit(const char *measure, const char *unit)
{
    for (size_t i = 0; i < TIMES; i++)
        if (strcmp(unit, times[i][0]) == 0)
            return times[i][1];
    return strcmp(unit, "count") == 0 ? counted(str_of(measure)) : unit;
}

struct str pprof_unit_of(struct str measure, struct str unit)
{
    for (size_t i = 0; i < TIMES; i++)
        if (str_equal(unit, str_of(times[i][1])))
            return str_of(times[i][0]);
    return unit.n == 0 || str_equal(unit, str_of(counted(measure))) ? STR("count") : unit;
}

bool pprof_number(struct str text, int64_t *number, struct str *unit)
{
    size_t digits = text.n && text.p[0] == '-';
    size_t end = str_find(text, 0, STR(" "));
    uint64_t n = 0;

    bool is_negative = digits > 0;
    if (end - digits > 19 || !parse_u64(str_from_to(text, digits, end), &n) || n > INT64_MAX ||
        (text.p[digits] == '0' && (end > digits + 1 || is_negative)) || end + 1 == text.n)
        return false;
    *number = is_negative ? -(int64_t)n : (int64_t)n;
    *unit = end < text.n ? str_from_to(text, end + 1, text.n) : STR("");
    return n || unit->n;
}
