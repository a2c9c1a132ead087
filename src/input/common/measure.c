/* time in us; period, in what its event counts; samples: names the columns of a profile. */
#include "input/common/measure.h"

#include <inttypes.h>
#include <stdio.h>

#include "model/units.h"

/* What a column or a format measures. */
struct measured {
    struct str name, unit;
};

struct phrase {
    char text[2 * sizeof(struct excerpt) + 8];
};

static bool alike(const struct measured *a, const struct measured *b)
{
    if (str_equal(a->name, b->name) && units_ratio(a->unit, b->unit))
        return true;
    return str_equal(a->unit, b->unit) &&
           (str_equal(a->name, b->name) || str_equal(a->unit, STR("samples")));
}

bool measure_is_census(struct str name)
{
    static const char *const names[] = {"goroutine",     "thread", "threadcreate", "inuse_space",
                                        "inuse_objects", "peak",   "leaked",       "held"};
    bool is = false;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        is = is || str_equal(name, str_of(names[i]));
    return is;
}

/* "time in us", "samples", "period" */
static const char *phrase_of(struct phrase *phrase, const struct measured *m)
{
    struct excerpt name;
    struct excerpt unit;
    bool both = m->unit.n && !str_equal(m->name, m->unit);

    excerpt_of(&name, m->name);
    excerpt_of(&unit, m->unit);
    snprintf(phrase->text, sizeof phrase->text, "%s%s%s", name.text, both ? " in " : "",
             both ? unit.text : "");
    return phrase->text;
}

bool measure_set(const struct measure *m, const struct reading *r, struct profile *p, size_t column,
                 struct fault *f)
{
    struct column *c = &p->columns[column];
    struct measured now = {str_of(m->name), str_of(m->unit)};
    struct measured before = {names_get(&p->names, c->name), names_get(&p->names, c->unit)};
    struct phrase phrases[2];

    if (c->name && !alike(&now, &before))
        return fault_set(f, FAULT_INPUT,
                         "%s: measures %s, and the inputs before it %s, which cannot be added; "
                         "wanted inputs of one measure, or the folded stacks of each (-f folded, "
                         "with --value, --event or --weight samples)",
                         r->name, phrase_of(&phrases[0], &now), phrase_of(&phrases[1], &before));
    if (c->name)
        return true;
    c->name = names_add(&p->names, now.name);
    c->unit = names_add(&p->names, now.unit);
    c->census = measure_is_census(now.name);
    return true;
}

void measure_tell(const struct measure *measures, const uint64_t *counts, size_t n, uint64_t all,
                  const struct reading *r)
{
    struct buf text = {0};
    struct excerpt e;
    char number[40];
    size_t n_told = 0;

    for (size_t i = 0; i < n && counts[0] < all; i++) {
        if (!counts[i])
            continue;
        snprintf(number, sizeof number, " (%" PRIu64 ")", counts[i]);
        buf_add(&text, n_told++ ? STR(", ") : STR(""));
        buf_add(&text, str_of(excerpt_of(&e, str_of(measures[i].name))));
        buf_add(&text, str_of(number));
    }
    buf_add_byte(&text, '\0');
    if (n_told > 1)
        reading_remark(&r->info->remarks,
                       "holds samples of %s: those of %s are drawn, unless --value "
                       "chooses others",
                       text.p, excerpt_of(&e, str_of(measures[0].name)));
    buf_free(&text);
}
