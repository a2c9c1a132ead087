/* 12 ms before and 10 ms after can be compared, 12 ms and 10 samples cannot: compares units. */
#include "app/inputs/units.h"

#include "app/common/message.h"
#include "model/units.h"

static const char *name_of(const struct measured *m)
{
    return strcmp(m->path, "-") == 0 ? "standard input" : m->path;
}

static struct str unit_of(const struct measured *m)
{
    return names_get(&m->profile->names, m->profile->columns[m->column].unit);
}

bool units_check(const struct measured *before, const struct measured *after, bool converts,
                 bool quiet, struct fault *f)
{
    struct str then = unit_of(before);
    struct str now = unit_of(after);
    const char *name_then = name_of(before);
    const char *name_now = name_of(after);
    struct excerpt e;
    struct excerpt e_now;

    if (str_equal(then, now) || (converts && (units_ratio(then, now) || units_ratio(now, then))))
        return true;
    if (then.n && now.n)
        return fault_set(f, FAULT_USAGE,
                         "--before: %s is measured in %s and %s in %s, wanted one unit (--value, "
                         "--event, --weight)",
                         name_then, excerpt_of(&e, then), name_now, excerpt_of(&e_now, now));
    struct str said = then.n ? then : now;
    if (!quiet && !str_equal(said, STR("samples")))
        message_print("%s: states no unit, taken as %s like %s", then.n ? name_now : name_then,
                      excerpt_of(&e, said), then.n ? name_then : name_now);
    return true;
}
