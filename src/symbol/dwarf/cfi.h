/* Reads the call frame information (.eh_frame, .debug_frame) of one ELF file with libdw. */
#ifndef SYMBOL_DWARF_CFI_H
#define SYMBOL_DWARF_CFI_H

#include "base/buf.h"
#include "symbol/dwarf/frame_rows.h"

struct Elf;   /* libelf.h */
struct image; /* symbol/image.h */

/* Reads neither debug information nor other files. */
struct cfi {
    const struct image *image; /* borrowed; NULL: the file is synthetic, or there is none */
    struct Elf *elf;           /* of the image, or of the bytes in `made` */
    struct buf made;
    void *handler; /* libdw's handle of .eh_frame; NULL: none */
    void *debug;   /* its handle of .debug_frame, which belongs to dwarf; NULL: none */
    void *dwarf;
    bool debug_sought;
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

#endif
