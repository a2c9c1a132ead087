/* What debug information may cost: parts of a file may be used again and again, and libdw keeps a
 * copy for each use. */
#ifndef SYMBOL_DWARF_DEBUG_BUDGET_H
#define SYMBOL_DWARF_DEBUG_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct image;       /* symbol/image.h */
struct image_taken; /* the same */

/* What is left; in proportion to the size of the files. */
struct debug_budget {
    struct image_taken *taken; /* borrowed: is told when something is refused */
    uint64_t ranges;           /* address ranges */
    uint64_t names;            /* bytes of long names of functions */
    uint64_t lines;            /* bytes of line programs */
    uint64_t files;            /* bytes of the names of source files, with their folders */
};

/* alt: NULL, or a second file. */
void debug_budget_init(struct debug_budget *b, const struct image *file, const struct image *alt);

/* Notes that something was not read; returns false. */
bool debug_budget_refuse(struct debug_budget *b);

/* Takes n from a field of the budget; false: too little is left. */
MUST_CHECK bool debug_budget_spend(struct debug_budget *b, uint64_t *left, uint64_t n);

#endif
