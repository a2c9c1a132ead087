/* Bytes on their way into a picture or a profile: made smaller where the program has a library for
 * that. */
#ifndef RENDER_COMMON_COMPRESS_H
#define RENDER_COMMON_COMPRESS_H

#include "base/buf.h"

/* What bytes are called that are not packed. */
#define PACKING_NONE_NAME "none"

/* "deflate-raw" (RFC 1951), or "none" without the library. */
extern const char compression_name[];

struct libdeflate_compressor;

/* Packs one text after the other; each worker has its own. A zeroed struct is ready. */
struct compressor {
    struct libdeflate_compressor *compressor; /* NULL: not yet needed */
    struct buf packed;
};

/* To be called before there are workers. */
void compress_begin(void);

/* Lends the packed bytes until the next call; without the library they are those given. */
struct str compressor_deflate(struct compressor *packer, struct str bytes);

/* The same as a file of gzip. */
struct str compressor_gzip(struct compressor *packer, struct str bytes);
void compressor_free(struct compressor *packer);

#endif
