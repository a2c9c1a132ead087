/* Walks over the DIEs below a DIE, parents first, without recursion. */
#ifndef SYMBOL_DWARF_DEBUG_WALK_H
#define SYMBOL_DWARF_DEBUG_WALK_H

#ifdef FLAME_HAVE_ELFUTILS

#include <stdbool.h>

#include "symbol/dwarf/libdw.h"

/* Deeper DIEs are skipped; compilers nest a few dozen. */
enum { DEBUG_DEPTH = 200 };

struct debug_walk {
    Dwarf_Die path[DEBUG_DEPTH]; /* path[0] is where the walk began */
    size_t depth;
    const void *last; /* position of the last DIE: a link back to it or before it ends the walk */
};

void debug_walk_start(struct debug_walk *w, const Dwarf_Die *root);

/* Goes to the next DIE: with down the first child, else the next sibling or that of a parent. False
 * at the end. */
bool debug_walk_next(struct debug_walk *w, bool down);

static inline Dwarf_Die *debug_walk_at(struct debug_walk *w)
{
    return &w->path[w->depth];
}

#endif

#endif
