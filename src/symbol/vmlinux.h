/* Reads the kernel's symbols from vmlinux, its ELF file. */
#ifndef SYMBOL_VMLINUX_H
#define SYMBOL_VMLINUX_H

#include "symbol/image.h"
#include "symbol/kernel_key.h"
#include "symbol/table.h"

/* Reads the functions of vmlinux into an empty table, with addresses as recorded. False, and an
 * empty table, when it has none, or no symbol tells how far they moved (KASLR). */
MUST_CHECK bool vmlinux_read(const struct image *image, const struct kernel_key *key,
                             struct symbol_table *t);

#endif
