/* Finds the samples behind values: the column beside them, or what each weighs. */
#include "model/sample_counts.h"

#include <math.h>

size_t sample_counts_column(const struct profile *p, size_t column)
{
    size_t i = 0;

    for (; i < p->n_columns; i++) {
        const struct column *c = &p->columns[i];
        if (i != column && !c->subtracted && c->total &&
            str_equal(names_get(&p->names, c->name), STR("samples")) &&
            str_equal(names_get(&p->names, c->unit), STR("samples")))
            break;
    }
    return i;
}

static double unit_of(const struct column *c)
{
    double unit = 1;

    for (unsigned i = 0; i < c->scale; i++)
        unit *= 10;
    return unit;
}

double sample_counts_weight(const struct profile *p, size_t column, size_t counts, uint32_t row)
{
    double value = (double)p->columns[column].values[row] / unit_of(&p->columns[column]);
    double count = (double)p->columns[counts].values[row] / unit_of(&p->columns[counts]);

    return value > 0 ? count > 0 ? value / count : (double)INFINITY : 0;
}

bool sample_counts_are_none(const struct profile *p, size_t column)
{
    const struct column *c = &p->columns[column];
    uint64_t unit = 1;
    uint64_t least = UINT64_MAX;
    bool thousands = true;

    for (unsigned i = 0; i < c->scale; i++)
        unit *= 10;
    for (uint32_t i = 0; i < p->n_samples; i++) {
        uint64_t value = c->values[i];
        if (!value)
            continue;
        least = value < least ? value : least;
        thousands = thousands && value % (1000 * unit) == 0;
    }
    return c->total && (thousands || least / unit > 10000);
}
