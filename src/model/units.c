/* ns, us, ms, s; bytes, kB, MB, GB, which are powers of 1024 as in pprof. */
#include "model/units.h"

enum quantity { TIME, BYTES };

static const struct {
    const char *name;
    enum quantity quantity;
    uint64_t size; /* in the finest */
} units[] = {
    {"ns", TIME, 1},
    {"us", TIME, 1000},
    {"ms", TIME, 1000000},
    {"s", TIME, 1000000000},
    {"bytes", BYTES, 1},
    {"kB", BYTES, UINT64_C(1) << 10},
    {"KB", BYTES, UINT64_C(1) << 10},
    {"kb", BYTES, UINT64_C(1) << 10},
    {"kilobytes", BYTES, UINT64_C(1) << 10},
    {"MB", BYTES, UINT64_C(1) << 20},
    {"mb", BYTES, UINT64_C(1) << 20},
    {"megabytes", BYTES, UINT64_C(1) << 20},
    {"GB", BYTES, UINT64_C(1) << 30},
    {"gb", BYTES, UINT64_C(1) << 30},
    {"gigabytes", BYTES, UINT64_C(1) << 30},
};

enum { UNITS = sizeof units / sizeof units[0] };

static size_t find(struct str name)
{
    size_t i = 0;

    while (i < UNITS && !str_equal(name, str_of(units[i].name)))
        i++;
    return i;
}

uint64_t units_ratio(struct str coarse, struct str fine)
{
    size_t from = find(coarse);
    size_t to = find(fine);

    if (str_equal(coarse, fine))
        return 1;
    if (from == UNITS || to == UNITS || units[from].quantity != units[to].quantity ||
        units[from].size < units[to].size)
        return 0;
    return units[from].size / units[to].size;
}
