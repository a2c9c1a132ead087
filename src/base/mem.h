/* The allocator. All heap memory is taken and freed here. The caller frees a block with the size it
 * asked for, so that large blocks can lie on huge pages without a header. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

/* Blocks of at least this size are mapped on their own, on huge pages where the system has them:
 * page faults in tables of many megabytes cost more than the hashing. */
enum { MEM_HUGE = 2 << 20 };

/* Sets the function that is called when memory runs out. It must not return. Without one, the
 * program writes a line to standard error and exits with status 3. */
void mem_on_exhaustion(void (*hook)(void));

/* Ends the program as if memory had run out here: for libraries with an out-of-memory callback. */
NO_RETURN void mem_exhausted(void);

/* Returns n zeroed elements of the given size; never NULL, also when n is 0. */
void *mem_alloc(size_t n, size_t size);

/* The same for a buffer that is filled from its start, perhaps not to its end: pages to which
 * nothing is written cost nothing. */
void *mem_alloc_buffer(size_t n, size_t size);

/* Returns a copy of a block that has room for `room` elements: of its first n, the others are zero.
 * NULL if the block is. */
void *mem_copy(const void *block, size_t room, size_t n, size_t size);

/* Frees what mem_alloc, mem_alloc_buffer or mem_grow returned for n elements, or NULL. */
void mem_free(void *block, size_t n, size_t size);

/* Frees a block that a library took with malloc and left to its caller. */
void mem_free_foreign(void *block);

/* The slow path of mem_grow: the block is too small. */
void *mem_grow_more(void *block, size_t *room, size_t need, size_t size);

/* Returns the block grown to hold at least need elements and sets *room to its new capacity.
 * Elements beyond the old *room are zero. Pointers into the block die; indexes stay valid. */
static inline void *mem_grow(void *block, size_t *room, size_t need, size_t size)
{
    return block && need <= *room ? block : mem_grow_more(block, room, need, size);
}

/* Two blocks of elements of one size. */
struct mem_pair {
    void *to;
    size_t room; /* of to */
    size_t n;    /* elements in use at its start */
    void *from;
    size_t from_room;
};

/* Makes one block of two large ones without copying: remaps the pages of `from` behind the first n
 * elements of `to`. Afterwards pair->to and pair->room describe the joined block, and pair->n is
 * the index where the elements of `from` begin, at or after the old n; what lies between is zero or
 * was in `to`. Returns false and does nothing when a block is not large or size does not divide a
 * page. */
bool mem_join(struct mem_pair *pair, size_t size);

#endif
