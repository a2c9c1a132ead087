/* What is used of libzstd: libzstd.ZSTD_decompress(...). */
#ifndef BASE_UNPACK_LIBZSTD_H
#define BASE_UNPACK_LIBZSTD_H

#include "base/process/library.h"

#include <zstd.h>
#include <zstd_errors.h>

#define LIBZSTD(f)                                                                                 \
    f(ZSTD_DCtx_setParameter) f(ZSTD_createDCtx) f(ZSTD_dParam_getBounds) f(ZSTD_decompress)       \
        f(ZSTD_decompressStream) f(ZSTD_freeDCtx) f(ZSTD_getErrorCode) f(ZSTD_isError)

struct libzstd {
    LIBZSTD(LIBRARY_POINTER)
};

extern struct libzstd libzstd;

/* Comes before the first use of a function. */
void libzstd_load(void);

#endif
