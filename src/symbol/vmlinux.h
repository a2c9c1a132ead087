/* Symbols of the kernel from its own file. */
#ifndef SYMBOL_VMLINUX_H
#define SYMBOL_VMLINUX_H

#include "symbol/image.h"
#include "symbol/kernel_key.h"
#include "symbol/table.h"

/* Reads the functions of the kernel's file into an empty table, with addresses as when recorded.
 * False when it has none, or none by which they could be moved: nothing is in the table then. */
MUST_CHECK bool vmlinux_read(const struct image *image, const struct kernel_key *key,
                             struct symbol_table *t);

#endif
