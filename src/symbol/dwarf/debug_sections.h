/* Decides which sections of a file libdw sees, and unpacks them for it.
 *
 * libdw reads and unpacks every section it knows when it opens a file. Half of them are not needed
 * here, and libdeflate unpacks the others in a third of the time. What is packed with zstd, libdw
 * before 0.190 cannot read. */
#ifndef SYMBOL_DWARF_DEBUG_SECTIONS_H
#define SYMBOL_DWARF_DEBUG_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEBUG_SECTIONS_MOST = 12 };

struct image;  /* symbol/image.h */
struct limits; /* base/limits.h */

/* Owns the unpacked bytes. Zeroed: none. */
struct debug_sections {
    struct debug_section {
        char *bytes;
        size_t n;
    } sections[DEBUG_SECTIONS_MOST];
    size_t n;
    const struct limits *limits; /* borrowed */
    uint64_t unpacked;           /* bytes to which sections unpack */
};

/* Hides sections that look-ups do not need (those of lines unless `lines`), and loads and unpacks
 * the others, the first of each name. A section that fails to unpack stays as it is; libdw will
 * refuse it. The file's Elf handle then borrows the bytes: do not use it with libdw after they are
 * freed. */
void debug_sections_open(struct debug_sections *d, const struct image *image,
                         const struct limits *limits, bool lines);

/* Unpacks .debug_frame alone, for whoever unwinds by it. */
void debug_sections_open_frames(struct debug_sections *d, const struct image *image,
                                const struct limits *limits);

void debug_sections_free(struct debug_sections *d);

/* Whether sections of an opened file are still packed with zstd: this build has no libzstd, or they
 * are damaged. */
bool debug_sections_lack_zstd(const struct image *image);

#endif
