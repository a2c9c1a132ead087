/* Frames of PLT stubs, for which lld writes no call frame information. */
#ifndef SYMBOL_DWARF_STUB_FRAMES_H
#define SYMBOL_DWARF_STUB_FRAMES_H

#include "symbol/dwarf/frame_rows.h"

struct image; /* symbol/image.h */

/* Computes the row of a stub from its instructions, and adds it. False when the address (in the
 * file's address space) is not an instruction of a stub, or the file is for another machine. */
MUST_CHECK bool stub_row(const struct image *image, const struct unwind_machine *m,
                         uint64_t address, struct frame_rows *to, uint32_t *row);

#endif
