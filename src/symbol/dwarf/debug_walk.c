/* A walk over DIEs. Its depth is bounded because libdw reads all children of a DIE to skip them. */
#include "symbol/dwarf/debug_walk.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <stdint.h>

void debug_walk_start(struct debug_walk *w, const Dwarf_Die *root)
{
    w->path[0] = *root;
    w->depth = 0;
    w->last = root->addr;
}

static bool is_behind(const struct debug_walk *w, const Dwarf_Die *die)
{
    return (uintptr_t)die->addr > (uintptr_t)w->last;
}

bool debug_walk_next(struct debug_walk *w, bool down)
{
    Dwarf_Die next;

    if (down && w->depth + 1 < DEBUG_DEPTH && libdw.dwarf_child(&w->path[w->depth], &next) == 0) {
        if (!is_behind(w, &next))
            return false;
        w->path[++w->depth] = next;
        w->last = next.addr;
        return true;
    }
    for (; w->depth; w->depth--)
        if (libdw.dwarf_siblingof(&w->path[w->depth], &next) == 0) {
            if (!is_behind(w, &next))
                return false;
            w->path[w->depth] = next;
            w->last = next.addr;
            return true;
        }
    return false;
}

#endif
