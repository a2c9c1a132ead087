/* Builds the names of functions from DWARF. */
#ifndef SYMBOL_DWARF_DEBUG_NAMES_H
#define SYMBOL_DWARF_DEBUG_NAMES_H

#ifdef FLAME_HAVE_ELFUTILS

#include "base/buf.h"
#include "base/hash.h"
#include "base/slots.h"
#include "symbol/dwarf/debug_budget.h"
#include "symbol/dwarf/debug_walk.h"

struct debug_name {
    const void *die; /* the DIE that it names */
    char *text;
    size_t n;
};

/* A namespace, type or function, and where the DIEs below it end. */
struct debug_parent {
    Dwarf_Die die;
    const void *end; /* NULL: at the end of the unit */
    uint32_t parent; /* index + 1; 0: the unit */
    uint32_t depth;
};

/* Those of one unit, in file order. */
struct debug_parents {
    const void *unit;
    struct debug_parent *parents;
    size_t n, room;
};

/* Owns the names that are in no file. */
struct debug_names {
    const Dwarf *alt; /* borrowed; what the file says of it can be followed. NULL: there is none */
    struct debug_budget *budget; /* borrowed */
    struct str entries[4];       /* sections with texts in place, lent by the images */
    size_t n_entries;
    struct debug_name *names;
    size_t n, room;
    struct slots slots;
    struct hash_key key;
    struct debug_parents *units;
    size_t n_units, units_room;
    struct debug_walk walk;
    struct buf text;
};

void debug_names_init(struct debug_names *names, const Dwarf *alt, struct debug_budget *budget);
void debug_names_free(struct debug_names *names);

/* Lets DIEs of an opened file have texts: the file itself, and the alternative one. */
void debug_names_take(struct debug_names *names, const struct image *image);

/* Reads an attribute of the DIE itself. False when it has none, or when its value is in an
 * alternative file that is not present: libdw would search for that file on its own. An alternative
 * file has none. */
bool debug_attribute(const struct debug_names *names, Dwarf_Die *die, unsigned name,
                     Dwarf_Attribute *attribute);

/* Lends a text of at most that many bytes; p NULL: there is none. One that is longer, or has no end
 * in its section, has more bytes than that, of which none may be read. */
struct str debug_text(const struct debug_names *names, Dwarf_Attribute *attribute, size_t most);

/* The linkage name of a function or of its origin; else the name with its scopes; else "". Ask once
 * for each entry: what is long is taken from the budget, and is "" when too little is left. Lent
 * until names is freed. */
struct str debug_names_get(struct debug_names *names, Dwarf_Die *die);

#endif

#endif
