/* An open ELF file: its segments, build-id and symbols. */
#ifndef SYMBOL_IMAGE_H
#define SYMBOL_IMAGE_H

#include <stdint.h>

#include "base/fault.h"
#include "base/limits.h"
#include "symbol/build_id.h"
#include "symbol/table.h"

struct Elf; /* libelf.h has the typedef Elf */

/* A loadable segment. */
struct image_segment {
    uint64_t offset, size; /* in the file */
    uint64_t address;      /* in the file's address space: as symbols and debug information give it
                            */
    bool is_code;
};

/* Owns the descriptor or the bytes, and the libelf handle, which reads and never maps the file. */
struct image {
    struct fault *fault; /* borrowed: takes the first failed read; NULL: bytes are in memory */
    struct buf name;     /* for faults; NUL-terminated */
    struct Elf *elf;     /* NULL: not open */
    int fd;
    bool owns_fd; /* false: the bytes are in memory */
    struct buf bytes;
    uint64_t size;
    struct image_segment *segments;
    size_t n_segments, segments_room;
    unsigned machine; /* EM_X86_64, ... of elf.h */
    bool is_64, is_big_endian;
    bool is_dynamic; /* ET_DYN: can be loaded at any address */
    struct build_id build_id;
    struct image_taken *taken; /* NULL: not open */
};

/* What was loaded of a file: sections may overlap, so they could make many times its size. */
struct image_taken {
    uint64_t bytes;
    unsigned char *sections; /* by section number: its bytes were taken */
    size_t n_sections;
    bool refused; /* some section was not loaded, because it overlaps others or is mostly a hole */
};

/* Opens the ELF file fd and takes ownership of fd. False, with nothing left open, when it is not a
 * well-formed executable or library; always without elfutils. If the system fails to read bytes,
 * now or later, it is a fault, and the data counts as missing. */
MUST_CHECK bool image_open(struct image *i, int fd, const char *name, struct fault *f);

/* Opens bytes in memory; takes them and leaves the buffer empty. */
MUST_CHECK bool image_open_bytes(struct image *i, struct buf *bytes);

/* Opens the small ELF file with symbols that is packed in .gnu_debugdata of another. */
MUST_CHECK bool image_open_mini(struct image *i, const struct image *outer,
                                const struct limits *limits);

void image_close(struct image *i);

/* Lends the segment that holds the byte at a file offset; of several, the executable one. NULL:
 * none. */
const struct image_segment *image_segment_at(const struct image *i, uint64_t offset);

/* Converts a file offset to an address of the file's address space. */
MUST_CHECK bool image_address(const struct image *i, uint64_t offset, uint64_t *address);

/* Records a failed read in the fault, if the image has one; error 0: the file is shorter than it
 * was. Returns false. */
bool image_fail(const struct image *i, int error);

/* Reads bytes of the file; false when it is too short, or with a fault. */
MUST_CHECK bool image_read(const struct image *i, uint64_t offset, char *to, size_t n);

/* Reads bytes at an address of the file's address space, which lie in one segment; false when they
 * do not, or with a fault. */
MUST_CHECK bool image_read_at(const struct image *i, uint64_t address, char *to, size_t n);

/* Whether bytes of the file may be loaded: twice its size in all, and not where it is sparse. */
MUST_CHECK bool image_take(const struct image *i, uint64_t offset, uint64_t size);

/* Lends the bytes of a section until the image is closed; empty when there is none of that name. */
struct str image_section(const struct image *i, const char *name);

/* The same, with where it is loaded. */
struct str image_section_at(const struct image *i, const char *name, uint64_t *address);

/* Whether the file has a .symtab; whether it has debug information. */
bool image_has_symbols(const struct image *i);
bool image_has_lines(const struct image *i);

/* The CRC-32 of the file, as .gnu_debuglink stores it. */
uint32_t image_sum(const struct image *i);

/* Adds the functions in its symbol tables; returns how many .symtab had. */
size_t image_symbols(const struct image *i, struct symbol_table *t);

/* Adds only what tells, as the table of all would, which functions hold some addresses, which are
 * sorted. So one of a size that is not known may seem to go on for too long. */
void image_symbols_at(const struct image *i, const uint64_t *addresses, size_t n,
                      struct symbol_table *t);

/* Adds the objects, that is variables and constants, in its symbol tables. */
void image_objects(const struct image *i, struct symbol_table *t);

/* Adds the PLT stubs, through which it calls functions of other files, as name@plt, sorted.
 * `functions` are those of this file. */
void image_stubs(const struct image *i, const struct symbol_table *functions,
                 struct symbol_table *to);

/* A place in a section of PLT stubs; borrows from the image. */
struct image_stub {
    struct str section;
    size_t begin; /* of the stub, on x86; its first entry may take more than one stub's room */
    size_t at;
};

/* Finds the PLT stub at an address of the file's address space. */
MUST_CHECK bool image_stub_at(const struct image *i, uint64_t address, struct image_stub *stub);

#endif
