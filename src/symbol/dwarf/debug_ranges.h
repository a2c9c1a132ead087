/* Ranges of addresses and what they belong to. */
#ifndef SYMBOL_DWARF_DEBUG_RANGES_H
#define SYMBOL_DWARF_DEBUG_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct debug_range {
    uint64_t low, high; /* high is not in it */
    uint32_t id;
};

/* A zeroed one is empty. */
struct debug_ranges {
    struct debug_range *ranges;
    size_t n, room;
};

void debug_ranges_free(struct debug_ranges *r);

/* Empty ranges, those that begin at 0 (linkers leave functions there that they dropped), and more
 * than any file needs are not added. */
void debug_ranges_add(struct debug_ranges *r, uint64_t low, uint64_t high, uint32_t id);

/* Sorts by low, high and id. */
void debug_ranges_sort(struct debug_ranges *r);

/* Finds an id in sorted ranges, plus 1; 0 when the address is in none. Of those that overlap, as
 * they should not, the one that begins last is found, or none. */
uint32_t debug_ranges_find(const struct debug_ranges *r, uint64_t address);

#endif
