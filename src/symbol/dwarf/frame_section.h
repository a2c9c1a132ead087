/* Reads the entries of .eh_frame and .debug_frame: which function they are for, and its programs.
 */
#ifndef SYMBOL_DWARF_FRAME_SECTION_H
#define SYMBOL_DWARF_FRAME_SECTION_H

#include "symbol/dwarf/debug_cursor.h"

/* Borrows its bytes. */
struct frame_section {
    const struct image *image; /* for its byte order */
    struct str bytes;
    uint64_t address; /* where it is loaded */
    unsigned word;    /* size of an address */
    bool is_debug;    /* .debug_frame */
};

/* What functions share (CIE). */
struct frame_common {
    struct str program;
    uint64_t code_unit;
    int64_t data_unit;
    uint64_t return_address;
    unsigned encoding; /* of addresses */
    bool is_sized;     /* its functions state the size of what is between range and program */
    bool is_signal;
};

/* The entry of a function (FDE). */
struct frame_function {
    uint64_t begin, end;
    uint64_t address; /* in it: the one that was sought */
    struct frame_common common;
    struct str program;
};

/* Reads the function at an offset; false: there is none, or it is damaged. */
MUST_CHECK bool frame_section_read(const struct frame_section *s, uint64_t at,
                                   struct frame_function *to);

/* Reads an address at the cursor, which is in the section. */
MUST_CHECK bool frame_section_address(const struct frame_section *s, struct debug_cursor *c,
                                      unsigned encoding, uint64_t *address);

/* The offsets of functions by address. Zeroed: empty. */
struct frame_index {
    struct frame_place {
        uint64_t begin, end;
        size_t at;
    } * places;
    size_t n, room;
    struct str table; /* borrowed: the rows of .eh_frame_hdr, used instead of places; or empty */
    uint64_t table_address;
};

/* Takes the rows of .eh_frame_hdr at that address, if they have the usual form. */
void frame_index_take(struct frame_index *i, const struct frame_section *s, struct str header,
                      uint64_t address);

/* Reads all entries of the section, up to the first that is damaged or the end mark. */
void frame_index_build(struct frame_index *i, const struct frame_section *s);

/* Finds the function at an address. */
MUST_CHECK bool frame_index_find(const struct frame_index *i, const struct frame_section *s,
                                 uint64_t address, struct frame_function *to);

void frame_index_free(struct frame_index *i);

#endif
