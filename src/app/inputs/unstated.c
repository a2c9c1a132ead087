/* main;parse 4003009: no count of samples. */
#include "app/inputs/unstated.h"

#include "app/common/message.h"
#include "model/sample_counts.h"

void unstated_look(struct unstated *u, const char *path, const struct profile *p, size_t column,
                   struct str others)
{
    bool known = others.n && !str_equal(others, STR("samples"));

    if (p->columns[column].unit || !p->columns[column].total)
        return;
    u->of_unit = u->of_unit || known;
    u->counts = u->counts || (!known && !sample_counts_are_none(p, column));
    u->path = u->path ? u->path : path;
}

bool unstated_judge(const struct unstated *u, bool quiet)
{
    if (!u->path || (u->counts && !u->of_unit))
        return false;
    if (!quiet)
        message_print("%s: states no unit, and its numbers are no counts of samples: no change is "
                      "judged (flame -f folded states unit and period)",
                      strcmp(u->path, "-") == 0 ? "standard input" : u->path);
    return true;
}

void unstated_name(struct profile *p)
{
    name_id unit = names_add(&p->names, STR("units"));

    for (size_t i = 0; i < p->n_columns; i++)
        p->columns[i].unit = unit;
}
