/* An ELF file that was opened: its segments, build-id and symbols. */
#ifndef SYMBOL_IMAGE_H
#define SYMBOL_IMAGE_H

#include <stdint.h>

#include "base/fault.h"
#include "base/limits.h"
#include "symbol/build_id.h"
#include "symbol/table.h"

struct Elf; /* libelf.h calls it Elf */

/* What a program loads of the file. */
struct image_segment {
    uint64_t offset, size; /* in the file */
    uint64_t address;      /* as symbols and debug information have it */
    bool is_code;
};

/* Owns the descriptor or the bytes, and libelf's handle, which reads and never maps. */
struct image {
    struct fault *fault; /* borrowed: takes the first read that fails; NULL: none can */
    struct buf name;     /* what a fault calls it, with a NUL behind it */
    struct Elf *elf;     /* NULL: not open */
    int fd;
    bool owns_fd; /* else the bytes are in memory */
    struct buf bytes;
    uint64_t size;
    struct image_segment *segments;
    size_t n_segments, segments_room;
    unsigned machine; /* EM_X86_64, ... of elf.h */
    bool is_64, is_big_endian;
    bool is_dynamic; /* of type ET_DYN: may be loaded at any address */
    struct build_id build_id;
};

/* Opens the file behind the descriptor, which it takes. False when it is none that is well-formed
 * and can be run or linked with: nothing stays open then. Always false without elfutils. Bytes that
 * the system does not give are a fault, now or when they are asked for, and then not there. */
MUST_CHECK bool image_open(struct image *i, int fd, const char *name, struct fault *f);

/* Opens bytes in memory, which it takes and leaves empty. */
MUST_CHECK bool image_open_bytes(struct image *i, struct buf *bytes);

/* Opens the small file with names that is packed in another as .gnu_debugdata. */
MUST_CHECK bool image_open_mini(struct image *i, const struct image *outer,
                                const struct limits *limits);

void image_close(struct image *i);

/* Lends the segment that holds the byte at an offset, of several that of code; NULL: none does. */
const struct image_segment *image_segment_at(const struct image *i, uint64_t offset);

/* Finds the address, in the file's own terms, of the byte at an offset of it. */
MUST_CHECK bool image_address(const struct image *i, uint64_t offset, uint64_t *address);

/* Sets the fault, where the image has one, to a read that failed; 0: the bytes end before the size
 * that the file had. Returns false. */
bool image_fail(const struct image *i, int error);

/* Reads bytes of the file; false when it has fewer, or with a fault. */
MUST_CHECK bool image_read(const struct image *i, uint64_t offset, char *to, size_t n);

/* Read the sections of call frame information, and of debug information, so that libdw, which takes
 * what it cannot read for damaged, finds their bytes with libelf. */
void image_load_frames(const struct image *i);
void image_load_debug(const struct image *i);

/* Lends the bytes of a section until the image is closed; empty when it has none of that name. */
struct str image_section(const struct image *i, const char *name);

/* Whether it has .symtab, and debug information of its own. */
bool image_has_symbols(const struct image *i);
bool image_has_lines(const struct image *i);

/* The checksum of the file by which .gnu_debuglink knows it. */
uint32_t image_sum(const struct image *i);

/* Adds the functions of its tables of symbols; returns how many .symtab had. */
size_t image_symbols(const struct image *i, struct symbol_table *t);

/* Adds the stubs by which it calls functions of other files, as name@plt, in order. The functions
 * are those of the file. */
void image_stubs(const struct image *i, const struct symbol_table *functions,
                 struct symbol_table *to);

#endif
