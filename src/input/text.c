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

/* Names a column, or sees that it is the same measure. */
static bool name_column(struct text *t, struct column *c, const struct measure *m)
{
    struct names *names = &t->p->names;
    name_id name = names_add(names, str_of(m->name));
    name_id unit = names_add(names, str_of(m->unit));
    struct excerpt have, had;

    if ((c->name && c->name != name) || (c->unit && c->unit != unit))
        return fault_set(t->f, FAULT_INPUT,
                         "%s: measures %s in %s, wanted %s in %s as the inputs before it",
                         t->r->name, m->name, m->unit, excerpt_of(&have, names_get(names, c->name)),
                         excerpt_of(&had, names_get(names, c->unit)));
    c->name = name;
    c->unit = unit;
    return true;
}

bool text_measures(struct text *t, enum text_names names, const struct measure *measures, size_t n)
{
    t->tidier.printed = names == TEXT_FULL_NAMES;
    profile_need_columns(t->p, n);
    t->builder.n_values = n;
    for (size_t i = 0; i < n; i++)
        if (!name_column(t, &t->p->columns[i], &measures[i]))
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
