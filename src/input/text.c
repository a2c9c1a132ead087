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

bool text_measures(struct text *t, enum text_names names, const struct measure *measures, size_t n)
{
    t->tidier.printed = names == TEXT_FULL_NAMES;
    t->builder.n_values = n;
    profile_need_columns(t->p, n);
    for (size_t i = 0; i < n; i++)
        if (!measure_set(&measures[i], t->r, t->p, i, t->f))
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
