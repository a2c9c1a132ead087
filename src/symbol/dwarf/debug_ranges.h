/* A table from address ranges to ids. */
#ifndef SYMBOL_DWARF_DEBUG_RANGES_H
#define SYMBOL_DWARF_DEBUG_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct debug_range {
    uint64_t low, high; /* high is excluded */
    uint32_t id;
};

/* A zeroed one is empty. */
struct debug_ranges {
    struct debug_range *ranges;
    size_t n, room;
};

void debug_ranges_free(struct debug_ranges *r);

/* Ignores empty ranges, ranges that begin at 0 (linkers put removed functions there), and more
 * ranges than any sane file needs. */
void debug_ranges_add(struct debug_ranges *r, uint64_t low, uint64_t high, uint32_t id);

/* Sorts by low, high and id. */
void debug_ranges_sort(struct debug_ranges *r);

/* Sorts and cuts ranges so that none overlap: at each address, that of the highest id remains. */
void debug_ranges_flatten(struct debug_ranges *r);

/* Returns the id of the range that holds the address, plus 1; 0: none. The table must be sorted.
 * Ranges should not overlap; if they do, the one that begins last is found, or none. */
uint32_t debug_ranges_find(const struct debug_ranges *r, uint64_t address);

#endif
