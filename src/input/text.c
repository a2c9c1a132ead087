/* Lines in, samples out. */
#include "input/text.h"

void text_init(struct text *t, struct reading *r, struct blocks *blocks, struct profile *p,
               struct fault *f)
{
    *t = (struct text){.r = r, .p = p, .f = f};
    lines_init(&t->lines, r, blocks, f);
    builder_init(&t->builder, r, p, f);
    tidier_init(&t->tidier, &t->builder);
}

static bool set_measure(const struct measure *m, const struct reading *r, struct names *names,
                        struct column *c, struct fault *f)
{
    name_id name = names_add(names, str_of(m->name));
    name_id unit = names_add(names, str_of(m->unit));
    struct excerpt have[2];

    if ((c->name || c->unit) && (c->name != name || c->unit != unit))
        return fault_set(
            f, FAULT_INPUT, "%s: measures %s in %s, wanted %s in %s as the inputs before it",
            r->name, m->name[0] ? m->name : "values", m->unit[0] ? m->unit : "units of events",
            c->name ? excerpt_of(&have[0], names_get(names, c->name)) : "values",
            c->unit ? excerpt_of(&have[1], names_get(names, c->unit)) : "units of events");
    c->name = name;
    c->unit = unit;
    return true;
}

bool text_measures(struct text *t, enum text_names names, const struct measure *measures, size_t n)
{
    t->tidier.printed = names == TEXT_FULL_NAMES;
    t->builder.n_values = n;
    profile_need_columns(t->p, n);
    for (size_t i = 0; i < n; i++)
        if (!set_measure(&measures[i], t->r, &t->p->names, &t->p->columns[i], t->f))
            return false;
    return true;
}

void text_free(struct text *t)
{
    struct tally *tally = &t->r->tally;
    uint64_t said = tally->blank + tally->comments + tally->taken + tally->bad;

    tally->inside = tally->lines > said ? tally->lines - said : 0;
    tidier_free(&t->tidier);
    builder_free(&t->builder);
}
