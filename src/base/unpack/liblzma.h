/* What is used of liblzma: liblzma.lzma_code(...). */
#ifndef BASE_UNPACK_LIBLZMA_H
#define BASE_UNPACK_LIBLZMA_H

#include "base/process/library.h"

#include <lzma.h>

#define LIBLZMA(f) f(lzma_code) f(lzma_end) f(lzma_stream_decoder)

struct liblzma {
    LIBLZMA(LIBRARY_POINTER)
};

extern struct liblzma liblzma;

/* Comes before the first use of a function. */
void liblzma_load(void);

#endif
