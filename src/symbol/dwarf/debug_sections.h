/* Which sections libdw is given of a file, unpacked.
 *
 * libdw reads and unpacks every section that it knows before it is asked anything: half of them are
 * needed for nothing here, and libdeflate unpacks the others in a third of the time. */
#ifndef SYMBOL_DWARF_DEBUG_SECTIONS_H
#define SYMBOL_DWARF_DEBUG_SECTIONS_H

#ifdef FLAME_HAVE_ELFUTILS

#include <stdbool.h>
#include <stddef.h>

enum { DEBUG_SECTIONS_MOST = 12 };

struct image; /* symbol/image.h */

/* Owns the unpacked bytes. A zeroed one has none. */
struct debug_sections {
    struct debug_section {
        char *bytes;
        size_t n;
    } sections[DEBUG_SECTIONS_MOST];
    size_t n;
};

/* Hides sections that places do not need, and those of lines unless they are asked for, and unpacks
 * what is packed with zlib. What cannot be unpacked stays as it is, for libdw to refuse. The
 * file's handle then borrows the bytes: libdw may read it until they are freed. */
void debug_sections_open(struct debug_sections *d, const struct image *image, bool lines);

void debug_sections_free(struct debug_sections *d);

#endif

#endif
