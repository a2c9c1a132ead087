/* --dpi 300, --skew .5: reads numbers as option values, and sets the fault for invalid ones. */
#include "app/options/option_value.h"

#include "base/parse.h"

bool value_wrong(const struct option_use *use, const char *wanted, struct fault *f)
{
    struct excerpt e;

    return fault_set(f, FAULT_USAGE, "--%s: \"%s\" found, wanted %s", use->row->name,
                     excerpt_of(&e, str_of(use->value)), wanted);
}

enum { SCALE = 6 }; /* digits of a millionth */

bool value_read_millionths(struct str s, uint64_t least, uint64_t most, struct decimal *n,
                           uint64_t *millionths)
{
    if (s.n > 1 && s.p[0] == '.') {
        *n = (struct decimal){.scale = (unsigned)(s.n - 1)};
        if (s.n - 1 > SCALE || !parse_u64(str_from_to(s, 1, s.n), &n->value))
            return false;
    } else if (!parse_decimal(s, SCALE, n)) {
        return false;
    }
    *millionths = n->value;
    for (unsigned i = n->scale; i < SCALE; i++) {
        if (*millionths > UINT64_MAX / 10)
            return false;
        *millionths *= 10;
    }
    return *millionths >= least && *millionths <= most;
}

bool value_read_double(const struct option_use *use, uint64_t least, uint64_t most,
                       const char *wanted, double *to, struct fault *f)
{
    struct decimal n;
    uint64_t millionths;

    if (!value_read_millionths(str_of(use->value), least, most, &n, &millionths))
        return value_wrong(use, wanted, f);
    *to = (double)millionths / VALUE_MILLION;
    return true;
}
