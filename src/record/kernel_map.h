/* What tells where the kernel's code lies: its text and modules as maps, and its build-id. */
#ifndef RECORD_KERNEL_MAP_H
#define RECORD_KERNEL_MAP_H

#include "base/buf.h"

/* Appends the maps of the kernel and its modules as records; nothing where this user is not told
 * the kernel's addresses. */
void kernel_map_add(struct buf *to);

/* Appends an entry of the list of build-ids; nothing when the kernel does not tell its own. */
void kernel_map_add_build_id(struct buf *to);

#endif
