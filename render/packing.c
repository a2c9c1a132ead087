/* Raw deflate by libdeflate. */
#include "render/packing.h"

#ifdef FLAME_HAVE_LIBDEFLATE

#include <assert.h>
#include <libdeflate.h>
#include <stddef.h>

#include "base/mem.h"

/* What libdeflate takes is ours, so that it ends as all memory does when there is no more of it. A
 * block says how large it is, because that is needed to give it back. */
struct block {
    size_t size;
    max_align_t bytes[];
};

static void *take(size_t n)
{
    struct block *block = mem_alloc(1, sizeof *block + n);

    block->size = sizeof *block + n;
    return block->bytes;
}

static void give_back(void *bytes)
{
    if (!bytes)
        return;
    struct block *block = (struct block *)((char *)bytes - offsetof(struct block, bytes));
    mem_free(block, 1, block->size);
}

enum { LEVEL = 1 };

const char *packing_deflate(struct buf *bytes)
{
    struct buf packed = {0};

    libdeflate_set_memory_allocator(take, give_back);
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    assert(compressor);
    size_t most = libdeflate_deflate_compress_bound(compressor, bytes->n);
    char *to = buf_reserve(&packed, most);
    packed.n = libdeflate_deflate_compress(compressor, buf_str(bytes).p, bytes->n, to, most);
    assert(packed.n);
    libdeflate_free_compressor(compressor);
    buf_free(bytes);
    *bytes = packed;
    return "deflate-raw";
}

#else

const char *packing_deflate(struct buf *bytes)
{
    (void)bytes;
    return PACKING_NONE_NAME;
}

#endif
