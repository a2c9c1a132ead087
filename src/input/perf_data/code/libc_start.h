/* Where the C library of GNU calls main and the functions of threads, known by its code: the
 * functions that do it are not among the symbols that it exports. */
#ifndef INPUT_PERF_DATA_CODE_LIBC_START_H
#define INPUT_PERF_DATA_CODE_LIBC_START_H

#include "symbol/image.h"

enum { LIBC_START_BEFORE = 16, LIBC_START_BEHIND = 8 };

/* Whether the bytes around the address to which a call returns are those of a start; of x86-64. */
bool libc_start_is(const unsigned char around[LIBC_START_BEFORE + LIBC_START_BEHIND]);

/* The same for an address of a file. */
bool libc_start_at(const struct image *image, uint64_t address);

#endif
