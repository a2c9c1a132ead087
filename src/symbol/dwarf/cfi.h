/* The call frame information of one ELF file, read by libdw. */
#ifndef SYMBOL_DWARF_CFI_H
#define SYMBOL_DWARF_CFI_H

#include "base/buf.h"
#include "symbol/dwarf/frame_rows.h"

struct Elf;   /* libelf.h */
struct image; /* symbol/image.h */

/* Neither debug information nor other files are looked at. */
struct cfi {
    const struct image *image; /* borrowed; NULL: the file is made, or there is none */
    struct Elf *elf;           /* of the image, or one of the bytes of made */
    struct buf made;
    void *handler; /* libdw's view of .eh_frame; NULL: there is none */
    void *debug;   /* its view of .debug_frame, which belongs to dwarf; NULL: there is none */
    void *dwarf;
    bool debug_sought;
};

/* image may be NULL: no address is known then. */
void cfi_init(struct cfi *c, const struct image *image);
void cfi_free(struct cfi *c);

/* The same of a file that holds debug information alone: its .eh_frame has no content. */
void cfi_init_debug(struct cfi *c, const struct image *image);

/* Takes the information of code that is in no file: an .eh_frame as if it stood at that address. No
 * address is known when the machine has no words of 64 bits. */
void cfi_init_frames(struct cfi *c, struct str eh_frame, uint64_t address, unsigned machine);

/* Works out the row at an address in the file's own terms, and adds it. False when nothing is known
 * about the address, or the file is not of the machine. */
MUST_CHECK bool cfi_row(struct cfi *c, const struct unwind_machine *m, uint64_t address,
                        struct frame_rows *to, uint32_t *row);

#endif
