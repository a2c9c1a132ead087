/* .debug_aranges: the address ranges of units, so that most units need not be read to find one. */
#ifndef SYMBOL_DWARF_DEBUG_ARANGES_H
#define SYMBOL_DWARF_DEBUG_ARANGES_H

#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/dwarf/debug_budget.h"
#include "symbol/dwarf/debug_ranges.h"
#include "symbol/dwarf/libdw.h"

struct debug_arange {
    Dwarf_Off unit; /* where its DIE is */
    Dwarf_Addr low, high;
};

struct debug_aranges {
    struct debug_arange *rows; /* by unit */
    size_t n, room;
    size_t at; /* the first of the unit to come */
};

/* Reads all of them; none where the section is missing or damaged. */
void debug_aranges_read(struct debug_aranges *a, Dwarf *dwarf);
void debug_aranges_free(struct debug_aranges *a);

/* Adds those of a unit, as long as the budget has some. Units are asked for in the order of the
 * file. False: the section has none of it, as it has of no unit of some compilers. */
MUST_CHECK bool debug_aranges_add(struct debug_aranges *a, Dwarf_Off unit,
                                  struct debug_budget *budget, struct debug_ranges *to,
                                  uint32_t id);

#endif

#endif
