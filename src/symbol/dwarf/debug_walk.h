/* A walk over the entries of DWARF below one of them, parents first, without recursion. */
#ifndef SYMBOL_DWARF_DEBUG_WALK_H
#define SYMBOL_DWARF_DEBUG_WALK_H

#ifdef FLAME_HAVE_ELFUTILS

#include <elfutils/libdw.h>
#include <stdbool.h>

/* Entries nested deeper than this are not seen; compilers nest a few dozen. */
enum { DEBUG_DEPTH = 200 };

struct debug_walk {
    Dwarf_Die path[DEBUG_DEPTH]; /* path[0] is where the walk began */
    size_t depth;
    const void *last; /* where the last entry stands: links that lead back end the walk */
};

void debug_walk_start(struct debug_walk *w, const Dwarf_Die *root);

/* Goes to the next entry: the first below the present one when down is set, else behind it. False
 * at the end. */
bool debug_walk_next(struct debug_walk *w, bool down);

static inline Dwarf_Die *debug_walk_at(struct debug_walk *w)
{
    return &w->path[w->depth];
}

#endif

#endif
