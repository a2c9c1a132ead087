/* The functions of one compilation unit, and the functions inlined into them. */
#ifndef SYMBOL_DWARF_DEBUG_UNIT_H
#define SYMBOL_DWARF_DEBUG_UNIT_H

#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/dwarf/debug_names.h"
#include "symbol/dwarf/debug_ranges.h"

/* A DIE with a name. */
struct debug_entry {
    void *die;
    struct str name;
    bool is_named;   /* the name was asked for */
    uint32_t parent; /* the inlined function that contains this one, index + 1; 0: the function
                      * itself, or this is it */
};

struct debug_function {
    struct debug_entry entry;
    bool is_read;
    struct debug_entry *inlined; /* parents first */
    size_t n, room;
    struct debug_ranges ranges; /* of the inlined functions, the innermost at each place */
};

/* Made of the unit's DIE; its functions are read on first use. */
struct debug_unit {
    Dwarf_Die die;
    bool is_read;
    bool has_paid; /* its line table was taken from the budget, or was too much for it */
    bool has_lines;
    struct debug_function *functions;
    size_t n, room;
    struct debug_ranges ranges; /* of the functions, sorted */
};

void debug_unit_free(struct debug_unit *u);

/* Finds the function at an address, with its inlined functions read; NULL: none. */
struct debug_function *debug_unit_function(struct debug_unit *u, struct debug_names *names,
                                           uint64_t address);

/* Finds the innermost inlined function at an address, as index + 1; 0: none. */
uint32_t debug_function_inlined(const struct debug_function *f, uint64_t address);

/* Adds the address ranges of a DIE, as long as the budget has some. */
void debug_unit_ranges(Dwarf_Die *die, struct debug_budget *budget, struct debug_ranges *to,
                       uint32_t id);

#endif

#endif
