/* The functions of one unit of debug information, and what is inlined into them. */
#ifndef SYMBOL_DWARF_DEBUG_UNIT_H
#define SYMBOL_DWARF_DEBUG_UNIT_H

#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/dwarf/debug_names.h"
#include "symbol/dwarf/debug_ranges.h"

struct debug_inlined {
    void *die;
    uint32_t parent; /* of the function's inlined ones, plus 1; 0: the function itself */
};

struct debug_function {
    void *die;
    bool is_read;
    struct debug_inlined *inlined; /* parents first */
    size_t n, room;
    struct debug_ranges ranges; /* of inlined, in their order: that of the last is the innermost */
};

/* Made of its first entry; what is in it is read when it is first asked for. */
struct debug_unit {
    Dwarf_Die die;
    bool is_read;
    struct debug_function *functions;
    size_t n, room;
    struct debug_ranges ranges; /* of functions, sorted */
};

void debug_unit_free(struct debug_unit *u);

/* Finds the function at an address with what is inlined into it read; NULL when there is none. */
struct debug_function *debug_unit_function(struct debug_unit *u, struct debug_names *names,
                                           uint64_t address);

/* Finds the innermost inlined function at an address, plus 1; 0: none. */
uint32_t debug_function_inlined(const struct debug_function *f, uint64_t address);

/* Adds the ranges of an entry. */
void debug_unit_ranges(Dwarf_Die *die, struct debug_ranges *to, uint32_t id);

#endif

#endif
