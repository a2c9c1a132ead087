/* Memory. Every byte of the heap is taken and given back here, and a block is given back with the
 * size it was taken with, so large blocks can live on huge pages without a header of their own. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

/* Blocks of this size and above are mapped on their own, on huge pages where the system has them:
 * page faults on tables of many megabytes cost more than hashing into them. */
enum { MEM_HUGE = 2 << 20 };

/* Sets the one function that is called when memory runs out. It must not return. Without one, a
 * line is written to standard error and the program exits with status 3. */
void mem_on_exhaustion(void (*hook)(void));

/* Ends the program as when memory runs out here: for libraries that ask whom to call then. */
NO_RETURN void mem_exhausted(void);

/* Returns n zeroed elements of the given size; never NULL, also when n is 0. */
void *mem_alloc(size_t n, size_t size);

/* Gives back what mem_alloc or mem_grow returned for n elements; NULL is allowed. */
void mem_free(void *block, size_t n, size_t size);

/* Gives back a block that a library took with malloc and left to its caller. */
void mem_free_foreign(void *block);

/* What mem_grow does where there is no room. */
void *mem_grow_more(void *block, size_t *room, size_t need, size_t size);

/* Returns the block grown to hold at least need elements and sets *room to what it then holds.
 * Elements beyond the old *room are zero. An element never spans a call: indexes survive. */
static inline void *mem_grow(void *block, size_t *room, size_t need, size_t size)
{
    return block && need <= *room ? block : mem_grow_more(block, room, need, size);
}

/* Two blocks of elements of one size. */
struct mem_pair {
    void *to;
    size_t room; /* of to */
    size_t n;    /* elements at its start that count */
    void *from;
    size_t from_room;
};

/* Makes one block of two large ones without copying: the pages of `from` are moved behind the first
 * n elements of `to`. pair->to and room are then those of the whole, n is the element where those
 * of `from` begin, at or after the n before; what lies between is zero or was in `to`. Returns
 * false and does nothing when one of them is not large or size does not divide a page. */
bool mem_join(struct mem_pair *pair, size_t size);

#endif
