/* Runs the programs of call frame information up to an address (DWARF 5, 6.4.2 and 6.4.3). */
#ifndef SYMBOL_DWARF_FRAME_PROGRAM_H
#define SYMBOL_DWARF_FRAME_PROGRAM_H

#include "symbol/dwarf/frame_rows.h"
#include "symbol/dwarf/frame_section.h"

/* Adds the row at the function's address. Takes the bytes of programs that were read from *left.
 * False: the programs are damaged, too long for what is left, or say nothing of use. */
MUST_CHECK bool frame_program_row(const struct frame_section *s,
                                  const struct frame_function *function,
                                  const struct unwind_machine *m, uint64_t *left,
                                  struct frame_rows *to, uint32_t *row);

#endif
