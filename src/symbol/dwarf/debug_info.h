/* Functions, those inlined into them, and source lines at an address of one file, from DWARF.
 *
 * libdw finds the unit of an address by .debug_aranges, which clang and rustc do not write, and a
 * scope by a walk over its unit; so units, functions and what is inlined into them are kept here in
 * tables of ranges, each made when an address first falls into what it describes.
 *
 * Nothing but the two files is read: libdw would open parts of split units (.dwo) wherever the file
 * says that they are, so such units have lines but no functions. */
#ifndef SYMBOL_DWARF_DEBUG_INFO_H
#define SYMBOL_DWARF_DEBUG_INFO_H

#include "symbol/place.h"

struct image; /* symbol/image.h */
struct debug_info;

/* Borrows both files; alt is what .gnu_debugaltlink names, or NULL. Without lines, places have
 * neither line nor file, and the tables of lines are not read. Returns NULL when the file has no
 * debug information that libdw reads. */
struct debug_info *debug_info_new(const struct image *file, const struct image *alt, bool lines);
void debug_info_free(struct debug_info *d);

/* Writes what stands at an address to *places, which grows as needed, and returns how many there
 * are; the innermost is first, the last is the function. Its name is "" when only the line is
 * known; 0 is returned when nothing is. Names without a linkage name are made from scopes where the
 * language has them ("shop::sort"). Texts are lent until d is freed. */
size_t debug_info_places(struct debug_info *d, uint64_t address, struct code_place **places,
                         size_t *room);

#endif
