/* Leaves the allocator's own frames out of profiles of memory. */
#ifndef APP_SELECTION_ALLOCATORS_H
#define APP_SELECTION_ALLOCATORS_H

#include "model/profile.h"

/* Writes a profile without the frames of malloc, operator new, jemalloc or tcmalloc at the leaf end
 * of stacks, which the caller frees. A stack of nothing else keeps its outermost frame. False, with
 * `to` as it was, if the column does not measure memory or no stack ends in such a frame. */
bool allocators_leave_out(const struct profile *from, size_t column, struct profile *to);

#endif
