/* Compresses to raw deflate and gzip with libdeflate. */
#include "render/common/compress.h"

#ifdef FLAME_HAVE_LIBDEFLATE

#include <assert.h>
#include <libdeflate.h>
#include <stddef.h>

#include "base/mem.h"

/* Gives libdeflate our allocator, so that exhausted memory is handled as everywhere. A block stores
 * its size, which is needed to free it. */
struct block {
    size_t size;
    max_align_t bytes[];
};

static void *take(size_t n)
{
    struct block *block = mem_alloc_buffer(1, sizeof *block + n);

    block->size = sizeof *block + n;
    return block->bytes;
}

static void release_block(void *bytes)
{
    if (!bytes)
        return;
    struct block *block = (struct block *)((char *)bytes - offsetof(struct block, bytes));
    mem_free(block, 1, block->size);
}

enum { LEVEL = 1 };

const char compression_name[] = "deflate-raw";

void compress_begin(void)
{
    libdeflate_set_memory_allocator(take, release_block);
}

static void begin(struct compressor *packer)
{
    if (!packer->compressor)
        packer->compressor = libdeflate_alloc_compressor(LEVEL);
    assert(packer->compressor);
    buf_clear(&packer->packed);
}

typedef size_t compress(struct libdeflate_compressor *, const void *, size_t, void *, size_t);

static struct str pack(struct compressor *packer, struct str bytes, size_t most, compress *way)
{
    char *to = buf_reserve(&packer->packed, most);
    size_t n = way(packer->compressor, bytes.p, bytes.n, to, most);

    assert(n);
    return (struct str){to, n};
}

struct str compressor_deflate(struct compressor *packer, struct str bytes)
{
    begin(packer);
    return pack(packer, bytes, libdeflate_deflate_compress_bound(packer->compressor, bytes.n),
                libdeflate_deflate_compress);
}

struct str compressor_gzip(struct compressor *packer, struct str bytes)
{
    begin(packer);
    return pack(packer, bytes, libdeflate_gzip_compress_bound(packer->compressor, bytes.n),
                libdeflate_gzip_compress);
}

void compressor_free(struct compressor *packer)
{
    if (packer->compressor)
        libdeflate_free_compressor(packer->compressor);
    buf_free(&packer->packed);
    *packer = (struct compressor){0};
}

#else

const char compression_name[] = PACKING_NONE_NAME;

void compress_begin(void) {}

struct str compressor_deflate(struct compressor *packer, struct str bytes)
{
    (void)packer;
    return bytes;
}

struct str compressor_gzip(struct compressor *packer, struct str bytes)
{
    (void)packer;
    return bytes;
}

void compressor_free(struct compressor *packer)
{
    (void)packer;
}

#endif
