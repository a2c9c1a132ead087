/* Finds the function, inlined functions and source line of an address in one file, from DWARF.
 *
 * libdw finds the unit of an address by .debug_aranges alone, which clang and rustc do not write,
 * and a scope by a walk over its unit. So we keep tables of the address ranges of units, functions
 * and inlined functions; each is built when an address first falls into its unit or function.
 *
 * Reads nothing but the two files. libdw would open split units (.dwo) wherever the file says they
 * are, so such units have lines but no functions. */
#ifndef SYMBOL_DWARF_DEBUG_INFO_H
#define SYMBOL_DWARF_DEBUG_INFO_H

#include "symbol/place.h"

struct image;  /* symbol/image.h */
struct limits; /* base/limits.h */
struct debug_info;

/* Borrows both files and the limits; alt is the file that .gnu_debugaltlink names, or NULL. Without
 * `lines`, places have neither line nor file, and line tables are not read. Returns NULL when the
 * file has no debug information that libdw can read. */
struct debug_info *debug_info_new(const struct image *file, const struct image *alt,
                                  const struct limits *limits, bool lines);
void debug_info_free(struct debug_info *d);

/* Writes the functions at an address to *places, which grows as needed, and returns how many: the
 * innermost inlined one first, the enclosing function last. Its name is "" when only the line is
 * known; 0 when nothing is. A name without a linkage name is built from scopes if the language has
 * them ("shop::sort"). Texts are lent until d is freed. */
size_t debug_info_places(struct debug_info *d, uint64_t address, struct code_place **places,
                         size_t *room);

#endif
