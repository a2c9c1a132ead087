/* Reads .debug_aranges with libdw. */
#include "symbol/dwarf/debug_aranges.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <stdlib.h>

#include "base/mem.h"

static int compare(const void *a, const void *b)
{
    const struct debug_arange *x = a;
    const struct debug_arange *y = b;

    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

void debug_aranges_read(struct debug_aranges *a, Dwarf *dwarf)
{
    Dwarf_Aranges *found;
    size_t n;
    Dwarf_Word size;

    *a = (struct debug_aranges){0};
    if (libdw.dwarf_getaranges(dwarf, &found, &n) != 0)
        return;
    for (size_t i = 0; i < n; i++) {
        struct debug_arange row;
        Dwarf_Arange *range = libdw.dwarf_onearange(found, i);
        if (libdw.dwarf_getarangeinfo(range, &row.low, &size, &row.unit) != 0)
            continue;
        row.high = row.low + size;
        a->rows = mem_grow(a->rows, &a->room, a->n + 1, sizeof *a->rows);
        a->rows[a->n++] = row;
    }
    if (a->n)
        qsort(a->rows, a->n, sizeof *a->rows, compare);
}

void debug_aranges_free(struct debug_aranges *a)
{
    mem_free(a->rows, a->room, sizeof *a->rows);
    *a = (struct debug_aranges){0};
}

bool debug_aranges_add(struct debug_aranges *a, Dwarf_Off unit, struct debug_budget *budget,
                       struct debug_ranges *to, uint32_t id)
{
    size_t before = to->n;

    while (a->at < a->n && a->rows[a->at].unit < unit)
        a->at++;
    for (; a->at < a->n && a->rows[a->at].unit == unit; a->at++)
        if (debug_budget_spend(budget, &budget->ranges, 1))
            debug_ranges_add(to, a->rows[a->at].low, a->rows[a->at].high, id);
    return to->n > before;
}

#endif
