/* Reads DWARF expressions (DWARF 5, 7.7.1). */
#ifndef SYMBOL_DWARF_EXPRESSION_READ_H
#define SYMBOL_DWARF_EXPRESSION_READ_H

#include "symbol/dwarf/debug_cursor.h"
#include "symbol/dwarf/expression.h"

enum { EXPRESSION_OPS_MOST = 128 }; /* real ones have a dozen */

/* Reads all operations up to the end of the cursor; `word` is the size of an address. False: one is
 * damaged or of no use in call frame information, or there are too many. */
MUST_CHECK bool expression_read(struct debug_cursor *c, unsigned word,
                                struct expression_op ops[EXPRESSION_OPS_MOST], size_t *n);

#endif
