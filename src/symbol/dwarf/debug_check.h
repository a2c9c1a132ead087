/* Checks parts of debug information that libdw would read again and again, or behind their end. */
#ifndef SYMBOL_DWARF_DEBUG_CHECK_H
#define SYMBOL_DWARF_DEBUG_CHECK_H

#include <stdbool.h>

struct image; /* symbol/image.h */

/* Whether the tables of abbreviations, once for each unit that uses one, are in proportion to the
 * file, neither an abbreviation nor a list of ranges makes each look-up long, and texts end where
 * their sections do. The sections must be unpacked. */
bool debug_check(const struct image *image);

#endif
