/* What open-addressing hash tables of ids have in common. */
#ifndef BASE_SLOTS_H
#define BASE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

/* The tag is the entry's hash: a table can grow without reading what its ids stand for, which is
 * far away in memory. */
struct slot {
    uint32_t tag; /* a hash; the search begins at its low bits */
    uint32_t id;  /* 0: free */
};

/* Doubles a table of *n slots, a power of two. */
void slots_double(struct slot **slots, size_t *n);

#endif
