/* What is used of zlib: libz.inflate(...). */
#ifndef BASE_UNPACK_LIBZ_H
#define BASE_UNPACK_LIBZ_H

#include "base/process/library.h"

#define ZLIB_CONST
#include <zlib.h>

#define LIBZ(f) f(crc32_z) f(inflate) f(inflateEnd) f(inflateInit2_) f(inflateReset)

struct libz {
    LIBZ(LIBRARY_POINTER)
};

extern struct libz libz;

/* Comes before the first use of a function. */
void libz_load(void);

#endif
