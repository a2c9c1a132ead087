/* Reads numbers and texts of DWARF from bytes that anybody may have written. */
#ifndef SYMBOL_DWARF_DEBUG_CURSOR_H
#define SYMBOL_DWARF_DEBUG_CURSOR_H

#include "symbol/image_check.h"

struct debug_cursor {
    const struct image *image; /* borrowed: for its byte order */
    struct str rest;
    bool is_cut;          /* something did not fit; what was read since is 0 */
    unsigned offset_size; /* of the unit: 4, or 8 in 64-bit DWARF */
};

void debug_cursor_skip(struct debug_cursor *c, uint64_t n);

/* Reads an unsigned number of up to 8 bytes. */
uint64_t debug_cursor_number(struct debug_cursor *c, size_t n);

/* debug_cursor_uleb for a number of any size. */
uint64_t debug_cursor_long_uleb(struct debug_cursor *c);

/* Reads a LEB128 number; what does not fit into 64 bits is dropped. */
static inline uint64_t debug_cursor_uleb(struct debug_cursor *c)
{
    const unsigned char first = c->rest.n ? (unsigned char)c->rest.p[0] : 0x80;

    if (c->is_cut || first & 0x80)
        return debug_cursor_long_uleb(c);
    c->rest.p++; /* most numbers are of one byte */
    c->rest.n--;
    return first;
}

/* The same of a signed number. */
int64_t debug_cursor_sleb(struct debug_cursor *c);

/* Reads a text up to its NUL. */
struct str debug_cursor_text(struct debug_cursor *c);

/* Reads the length of a unit, which is 4 or 12 bytes and sets offset_size, and limits the cursor
 * to the unit. Returns what follows the unit. */
struct str debug_cursor_unit(struct debug_cursor *c);

/* Lends a section as libdw reads it, by what follows .debug_ or .zdebug_; empty: there is none. */
struct str debug_cursor_section(const struct image *image, const char *name);

#endif
