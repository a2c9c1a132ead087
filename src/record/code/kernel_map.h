/* What tells where the kernel's code lies: its text and modules as maps, and its build-id. */
#ifndef RECORD_CODE_KERNEL_MAP_H
#define RECORD_CODE_KERNEL_MAP_H

#include "base/buf.h"

/* Appends the maps of the kernel and its modules as records; nothing where this user is not told
 * the kernel's addresses. */
void kernel_map_add(struct buf *to);

/* Appends the kernel's entry in the list of build-ids, and that of the vDSO; nothing where it is
 * not told. */
void kernel_map_add_build_ids(struct buf *to);

#endif
