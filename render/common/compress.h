/* Compresses parts of pictures and profiles, if the program was built with libdeflate. */
#ifndef RENDER_COMMON_COMPRESS_H
#define RENDER_COMMON_COMPRESS_H

#include "base/buf.h"

/* The name for uncompressed bytes in a file. */
#define PACKING_NONE_NAME "none"

/* "deflate-raw" (RFC 1951), or "none" without the library. */
extern const char compression_name[];

struct libdeflate_compressor;

/* Compresses texts one at a time; each worker has its own. A zeroed struct is ready. */
struct compressor {
    struct libdeflate_compressor *compressor; /* NULL: not needed so far */
    struct buf packed;
};

/* Call it before starting workers. */
void compress_begin(void);

/* Lends the compressed bytes until the next call; without the library, the bytes given. */
struct str compressor_deflate(struct compressor *packer, struct str bytes);

/* The same in gzip format. */
struct str compressor_gzip(struct compressor *packer, struct str bytes);
void compressor_free(struct compressor *packer);

#endif
