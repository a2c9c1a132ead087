/* Chunks go from the writer through a queue to any free worker. When the queue is full, the writer
 * compresses one itself; that bounds memory, and is also what happens without workers. */
#include "render/common/compressed_chunks.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void chunks_init(struct chunks *p, bool compress, bool shared)
{
    *p = (struct chunks){.compress = compress, .shared = shared};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    compress_begin();
}

void chunks_free(struct chunks *p)
{
    mem_free(p->block, p->block_size, 1);
    compressor_free(&p->writer);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    mem_free(p->list, p->room, sizeof *p->list);
    buf_free(&p->packed);
    *p = (struct chunks){0};
}

char *chunks_block(struct chunks *p, size_t n)
{
    size_t more = p->shared ? CHUNKS_WAITING : 0;

    assert(!p->block);
    p->block_size = n + more * CHUNK;
    p->block = mem_alloc(p->block_size, 1);
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < more; i++)
        p->free[p->n_free++] = p->block + n + i * CHUNK;
    pthread_mutex_unlock(&p->lock);
    return p->block;
}

/* Compresses a chunk. The lock is held before and after, but not meanwhile. */
static void pack_next(struct chunks *p, struct compressor *packer)
{
    size_t i = p->n_taken++;
    struct str bytes = p->list[i].bytes;

    pthread_mutex_unlock(&p->lock);
    struct str packed = p->compress ? compressor_deflate(packer, bytes) : bytes;
    pthread_mutex_lock(&p->lock);
    struct chunk *chunk = &p->list[i];
    chunk->at = p->packed.n;
    chunk->n = packed.n;
    buf_add(&p->packed, packed);
    if (!chunk->last)
        p->free[p->n_free++] = p->block + (chunk->bytes.p - p->block);
}

static void add(struct chunks *p, struct chunk chunk)
{
    assert(chunk.bytes.n <= CHUNK);
    chunk.number = p->n;
    p->list = mem_grow(p->list, &p->room, p->n + 1, sizeof *p->list);
    p->list[p->n++] = chunk;
    pthread_cond_signal(&p->changed);
}

/* When no room is free, there is at least the chunk just added to compress. */
char *chunks_add(struct chunks *p, unsigned part, struct str bytes)
{
    pthread_mutex_lock(&p->lock);
    add(p, (struct chunk){.part = part, .bytes = bytes});
    if (!p->n_free)
        pack_next(p, &p->writer);
    char *room = p->free[--p->n_free];
    pthread_mutex_unlock(&p->lock);
    return room;
}

void chunks_add_last(struct chunks *p, unsigned part, struct str bytes)
{
    pthread_mutex_lock(&p->lock);
    add(p, (struct chunk){.part = part, .bytes = bytes, .last = true});
    pthread_mutex_unlock(&p->lock);
}

void chunks_end(struct chunks *p)
{
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    pthread_cond_broadcast(&p->changed);
    while (p->n_taken < p->n)
        pack_next(p, &p->writer);
    pthread_mutex_unlock(&p->lock);
}

void chunks_help(struct chunks *p)
{
    struct compressor packer = {0};

    pthread_mutex_lock(&p->lock);
    while (!p->ended || p->n_taken < p->n) {
        if (p->n_taken < p->n)
            pack_next(p, &packer);
        else
            pthread_cond_wait(&p->changed, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    compressor_free(&packer);
}

static int compare(const void *a, const void *b)
{
    const struct chunk *x = a;
    const struct chunk *y = b;

    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void chunks_sort(struct chunks *p)
{
    assert(p->ended && p->n_taken == p->n);
    if (p->n)
        qsort(p->list, p->n, sizeof *p->list, compare);
}

struct str chunks_get(const struct chunks *p, size_t i)
{
    const struct chunk *chunk = &p->list[i];

    return (struct str){p->packed.p + chunk->at, chunk->n};
}
