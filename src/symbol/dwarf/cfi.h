/* Reads the call frame information (.eh_frame, .debug_frame) of one ELF file. */
#ifndef SYMBOL_DWARF_CFI_H
#define SYMBOL_DWARF_CFI_H

#include "base/buf.h"
#include "symbol/dwarf/frame_rows.h"
#include "symbol/dwarf/frame_section.h"

struct image; /* symbol/image.h */

struct cfi_section {
    struct frame_section section;
    struct frame_index index;
    bool sought;   /* whether it was looked for */
    uint64_t left; /* bytes of programs that may still be run; more for each address */
};

/* Reads neither debug information nor other files. */
struct cfi {
    const struct image *image; /* borrowed; NULL: the code is in no file, or there is none */
    struct buf made;           /* .eh_frame of code in no file */
    unsigned machine;          /* EM_X86_64, ... of elf.h; 0: no address has a row */
    struct cfi_section frames; /* .eh_frame */
    struct cfi_section debug;  /* .debug_frame */
};

/* image may be NULL: then no address has a row. */
void cfi_init(struct cfi *c, const struct image *image);
void cfi_free(struct cfi *c);

/* The same for a file that holds only debug information: its .eh_frame is empty. */
void cfi_init_debug(struct cfi *c, const struct image *image);

/* Takes the call frame information of code in no file: an .eh_frame as if loaded at that address.
 * No address has a row unless the machine is 64-bit. */
void cfi_init_frames(struct cfi *c, struct str eh_frame, uint64_t address, unsigned machine);

/* Computes the row at an address (in the file's address space) and adds it. False when there is
 * none, or the file is for another machine. */
MUST_CHECK bool cfi_row(struct cfi *c, const struct unwind_machine *m, uint64_t address,
                        struct frame_rows *to, uint32_t *row);

/* The same by the .eh_frame that an earlier call has read, so that other threads may use the image:
 * false as well when it was not, or another section has to be asked. */
MUST_CHECK bool cfi_row_read(struct cfi *c, const struct unwind_machine *m, uint64_t address,
                             struct frame_rows *to, uint32_t *row);

#endif
