/* Reads DW_TAG_subprogram and DW_TAG_inlined_subroutine. */
#include "symbol/dwarf/debug_unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <dwarf.h>

#include "base/mem.h"

enum { ENTRIES_MOST = 1 << 24 };

void debug_unit_free(struct debug_unit *u)
{
    for (size_t i = 0; i < u->n; i++) {
        struct debug_function *f = &u->functions[i];
        mem_free(f->inlined, f->room, sizeof *f->inlined);
        debug_ranges_free(&f->ranges);
    }
    mem_free(u->functions, u->room, sizeof *u->functions);
    debug_ranges_free(&u->ranges);
}

void debug_unit_ranges(Dwarf_Die *die, struct debug_budget *budget, struct debug_ranges *to,
                       uint32_t id)
{
    Dwarf_Addr base;
    Dwarf_Addr low;
    Dwarf_Addr high;

    for (ptrdiff_t at = 0; (at = libdw.dwarf_ranges(die, at, &base, &low, &high)) > 0;) {
        if (!debug_budget_spend(budget, &budget->ranges, 1))
            break;
        debug_ranges_add(to, low, high, id);
    }
}

/* Whether the unit's language nests functions in types or in each other. C and C++ compilers write
 * them at the top level. */
struct nesting {
    bool types, functions;
};

static struct nesting nesting_of(const struct debug_names *names, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    Dwarf_Word language = 0;

    if (debug_attribute(names, unit, DW_AT_language, &attribute) &&
        libdw.dwarf_formudata(&attribute, &language) != 0)
        language = 0;
    switch (language) {
    case DW_LANG_Ada83:
    case DW_LANG_Ada95:
    case DW_LANG_D:
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
    case DW_LANG_Modula2:
    case DW_LANG_Modula3:
    case DW_LANG_Pascal83:
        return (struct nesting){.types = true, .functions = true};
    case DW_LANG_Rust:
    case DW_LANG_Swift:
        return (struct nesting){.types = true};
    default:
        return (struct nesting){0};
    }
}

static bool may_contain_functions(const struct nesting *nesting, int tag)
{
    switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
        return true;
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
        return nesting->types;
    case DW_TAG_subprogram:
        return nesting->functions;
    default:
        return false;
    }
}

static void read_unit(struct debug_unit *u, struct debug_names *names)
{
    struct nesting nesting = nesting_of(names, &u->die);
    bool down = true;

    debug_walk_start(&names->walk, &u->die);
    while (u->n < ENTRIES_MOST && debug_walk_next(&names->walk, down)) {
        Dwarf_Die *die = debug_walk_at(&names->walk);
        int tag = libdw.dwarf_tag(die);
        down = may_contain_functions(&nesting, tag);
        if (tag != DW_TAG_subprogram)
            continue;
        size_t before = u->ranges.n;
        debug_unit_ranges(die, names->budget, &u->ranges, (uint32_t)u->n);
        if (u->ranges.n == before)
            continue;
        u->functions = mem_grow(u->functions, &u->room, u->n + 1, sizeof *u->functions);
        u->functions[u->n++].entry.die = die->addr;
    }
    debug_ranges_sort(&u->ranges);
    u->is_read = true;
}

static bool holds_inlined(int tag)
{
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

static void read_function(struct debug_function *f, const Dwarf_Die *root,
                          struct debug_names *names)
{
    struct debug_walk *w = &names->walk;
    uint32_t open[DEBUG_DEPTH] = {0}; /* the innermost inlined one at each depth, plus 1 */
    bool down = true;

    debug_walk_start(w, root);
    while (f->n < ENTRIES_MOST && debug_walk_next(w, down)) {
        Dwarf_Die *die = debug_walk_at(w);
        int tag = libdw.dwarf_tag(die);
        down = holds_inlined(tag);
        open[w->depth] = open[w->depth - 1];
        if (tag != DW_TAG_inlined_subroutine)
            continue;
        debug_unit_ranges(die, names->budget, &f->ranges, (uint32_t)f->n);
        f->inlined = mem_grow(f->inlined, &f->room, f->n + 1, sizeof *f->inlined);
        f->inlined[f->n++] = (struct debug_entry){.die = die->addr, .parent = open[w->depth - 1]};
        open[w->depth] = (uint32_t)f->n;
    }
    debug_ranges_flatten(&f->ranges);
    f->is_read = true;
}

struct debug_function *debug_unit_function(struct debug_unit *u, struct debug_names *names,
                                           uint64_t address)
{
    if (!u->is_read)
        read_unit(u, names);
    uint32_t id = debug_ranges_find(&u->ranges, address);
    if (!id)
        return NULL;
    struct debug_function *f = &u->functions[id - 1];
    const Dwarf_Die root = {.addr = f->entry.die, .cu = u->die.cu};
    if (!f->is_read)
        read_function(f, &root, names);
    return f;
}

uint32_t debug_function_inlined(const struct debug_function *f, uint64_t address)
{
    return debug_ranges_find(&f->ranges, address);
}

#endif
