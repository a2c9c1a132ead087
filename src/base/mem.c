/* The allocator: small blocks from malloc, large ones mapped, the largest on huge pages. */
#include "base/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* In a table that is read before it is written, each page faults twice, the second time with a TLB
 * flush on all processors. So blocks of at least MAPPED bytes get their pages at once, but for
 * buffers. */
enum { HUGE_PAGE = 2 << 20, MAPPED = 128 << 10, PAGE = 4096 };

static void (*on_exhaustion)(void);

void mem_on_exhaustion(void (*hook)(void))
{
    on_exhaustion = hook;
}

void mem_exhausted(void)
{
    static const char text[] = "flame: out of memory\n";

    if (on_exhaustion)
        on_exhaustion();
    ssize_t ignored = write(2, text, sizeof text - 1);
    (void)ignored;
    _exit(3);
}

static size_t bytes_of(size_t n, size_t size)
{
    if (size && n > (SIZE_MAX / 2 - HUGE_PAGE) / size)
        mem_exhausted();
    return n * size;
}

static size_t round_up(size_t n)
{
    return (n + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
}

/* Reserves size bytes of address space at a multiple of the huge page size. */
static char *reserve(size_t size)
{
    char *p = mmap(NULL, size + HUGE_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        return NULL;
    size_t head = (size_t)(-(uintptr_t)p & (HUGE_PAGE - 1));
    if (head)
        munmap(p, head);
    munmap(p + head + size, HUGE_PAGE - head);
    return p + head;
}

static void *map_huge(size_t bytes)
{
    size_t size = round_up(bytes);
    char *p = reserve(size);

    if (!p || mprotect(p, size, PROT_READ | PROT_WRITE) != 0)
        mem_exhausted();
    madvise(p, size, MADV_HUGEPAGE);
    return p;
}

/* Moves the pages of a mapped block to a larger range of addresses; no byte is copied. */
static void *remap_huge(void *block, size_t old_bytes, size_t bytes)
{
    size_t old_size = round_up(old_bytes);
    size_t size = round_up(bytes);

    if (size == old_size)
        return block;
    char *to = reserve(size);
    if (!to)
        mem_exhausted();
    void *p = mremap(block, old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    if (p == MAP_FAILED)
        mem_exhausted();
    madvise(p, size, MADV_HUGEPAGE);
    return p;
}

/* A block smaller than a huge page gets only as many plain pages as it needs: the unused part of a
 * huge page would count as memory as well. */
static void *map_plain(size_t bytes, int populate)
{
    void *p =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | populate, -1, 0);

    if (p == MAP_FAILED)
        mem_exhausted();
    return p;
}

static void *remap_plain(void *block, size_t old_bytes, size_t bytes)
{
    char *p = mremap(block, old_bytes, bytes, MREMAP_MAYMOVE);

    if (p == MAP_FAILED)
        mem_exhausted();
    size_t from = (old_bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    if (from < bytes)
        madvise(p + from, bytes - from, MADV_POPULATE_WRITE);
    return p;
}

static void *alloc(size_t bytes, int populate)
{
    if (bytes >= MEM_HUGE)
        return map_huge(bytes);
    if (bytes >= MAPPED)
        return map_plain(bytes, populate);
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        mem_exhausted();
    return p;
}

void *mem_alloc(size_t n, size_t size)
{
    return alloc(bytes_of(n, size), MAP_POPULATE);
}

void *mem_alloc_buffer(size_t n, size_t size)
{
    return alloc(bytes_of(n, size), 0);
}

void mem_free(void *block, size_t n, size_t size)
{
    size_t bytes = n * size;

    if (!block)
        return;
    if (bytes >= MEM_HUGE)
        munmap(block, round_up(bytes));
    else if (bytes >= MAPPED)
        munmap(block, bytes);
    else
        free(block);
}

void mem_free_foreign(void *block)
{
    free(block);
}

/* bytes is more than 0. */
static void *grow_to(void *block, size_t old_bytes, size_t bytes)
{
    if (old_bytes >= MEM_HUGE)
        return remap_huge(block, old_bytes, bytes);
    if (bytes >= MEM_HUGE) {
        void *p = map_huge(bytes);
        if (old_bytes)
            memcpy(p, block, old_bytes);
        mem_free(block, old_bytes, 1);
        return p;
    }
    if (old_bytes >= MAPPED)
        return remap_plain(block, old_bytes, bytes);
    if (bytes >= MAPPED) {
        void *p = map_plain(bytes, MAP_POPULATE);
        if (old_bytes)
            memcpy(p, block, old_bytes);
        free(block);
        return p;
    }
    assert(bytes > 0);
    char *p = realloc(block, bytes);
    if (p)
        memset(p + old_bytes, 0, bytes - old_bytes);
    else
        mem_exhausted();
    return p;
}

/* The elements that a block has at least: few large ones, which would have to be zeroed. */
static size_t least_of(size_t size)
{
    return size <= PAGE / 16 ? 16 : size <= PAGE ? PAGE / size : 1;
}

void *mem_copy(const void *block, size_t room, size_t n, size_t size)
{
    return block ? memcpy(mem_alloc(room, size), block, n * size) : NULL;
}

void *mem_grow_more(void *block, size_t *room, size_t need, size_t size)
{
    const size_t least = least_of(size);
    size_t n = *room < least ? least : *room;

    while (n < need)
        n = n > SIZE_MAX / 4 ? need : n * 2;
    size_t old_bytes = block ? *room * size : 0;
    void *p = grow_to(block, old_bytes, bytes_of(n, size));
    *room = n;
    return p;
}

bool mem_join(struct mem_pair *pair, size_t size)
{
    size_t old = round_up(pair->room * size);
    size_t head = round_up(pair->n * size);
    size_t tail = round_up(pair->from_room * size);

    if (pair->room * size < MEM_HUGE || pair->from_room * size < MEM_HUGE || HUGE_PAGE % size != 0)
        return false;
    char *base = reserve(head + tail);
    if (!base)
        mem_exhausted();
    if (head < old)
        munmap((char *)pair->to + head, old - head);
    if (mremap(pair->to, head, head, MREMAP_MAYMOVE | MREMAP_FIXED, base) == MAP_FAILED ||
        mremap(pair->from, tail, tail, MREMAP_MAYMOVE | MREMAP_FIXED, base + head) == MAP_FAILED)
        mem_exhausted();
    *pair = (struct mem_pair){.to = base, .room = (head + tail) / size, .n = head / size};
    return true;
}
