/* What the line table of a unit costs before libdw reads it. */
#ifndef SYMBOL_DWARF_DEBUG_LINES_H
#define SYMBOL_DWARF_DEBUG_LINES_H

#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/dwarf/debug_names.h"

/* The sections of line tables; lent by the image. */
struct debug_lines {
    const struct image *image;
    struct str tables, str, line_str;
    uint64_t last; /* the place of the table that was paid last, plus 1; 0: none */
};

void debug_lines_init(struct debug_lines *l, const struct image *image);

/* Whether the budget of names has what the line table of a unit costs; takes it. */
bool debug_lines_take(struct debug_lines *l, const struct debug_names *names, Dwarf_Die *unit);

#endif

#endif
