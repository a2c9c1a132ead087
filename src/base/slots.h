/* What open-addressing tables of ids have in common. */
#ifndef BASE_SLOTS_H
#define BASE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

/* The tag says where the entry belongs: a table grows without a look at what its ids stand for,
 * which is far away in memory. */
struct slot {
    uint32_t tag; /* a hash; its low bits are where the search begins */
    uint32_t id;  /* 0: free */
};

/* Makes a table of *n slots, a power of two, twice as large. */
void slots_double(struct slot **slots, size_t *n);

#endif
