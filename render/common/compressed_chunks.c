/* Pieces go from the writer through a list to whoever has time. The writer packs one itself when no
 * room is left for another: that bounds the memory, and is all there is to it when nobody helps. */
#include "render/common/compressed_chunks.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void pieces_init(struct pieces *p, bool compress, bool shared)
{
    *p = (struct pieces){.compress = compress, .shared = shared};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    packing_begin();
}

void pieces_free(struct pieces *p)
{
    mem_free(p->block, p->block_size, 1);
    packer_free(&p->writer);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    mem_free(p->list, p->room, sizeof *p->list);
    buf_free(&p->packed);
    *p = (struct pieces){0};
}

char *pieces_block(struct pieces *p, size_t n)
{
    size_t more = p->shared ? PIECES_WAITING : 0;

    assert(!p->block);
    p->block_size = n + more * PIECE;
    p->block = mem_alloc(p->block_size, 1);
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < more; i++)
        p->free[p->n_free++] = p->block + n + i * PIECE;
    pthread_mutex_unlock(&p->lock);
    return p->block;
}

/* Packs a piece without the lock, which is held before and after. */
static void pack_next(struct pieces *p, struct packer *packer)
{
    size_t i = p->n_taken++;
    struct str bytes = p->list[i].bytes;

    pthread_mutex_unlock(&p->lock);
    struct str packed = p->compress ? packer_pack(packer, bytes) : bytes;
    pthread_mutex_lock(&p->lock);
    struct piece *piece = &p->list[i];
    piece->at = p->packed.n;
    piece->n = packed.n;
    buf_add(&p->packed, packed);
    if (!piece->last)
        p->free[p->n_free++] = p->block + (piece->bytes.p - p->block);
}

static void add(struct pieces *p, struct piece piece)
{
    assert(piece.bytes.n <= PIECE);
    piece.number = p->n;
    p->list = mem_grow(p->list, &p->room, p->n + 1, sizeof *p->list);
    p->list[p->n++] = piece;
    pthread_cond_signal(&p->changed);
}

/* The piece that was just added is one that can be packed when there is no free room. */
char *pieces_add(struct pieces *p, unsigned part, struct str bytes)
{
    pthread_mutex_lock(&p->lock);
    add(p, (struct piece){.part = part, .bytes = bytes});
    if (!p->n_free)
        pack_next(p, &p->writer);
    char *room = p->free[--p->n_free];
    pthread_mutex_unlock(&p->lock);
    return room;
}

void pieces_add_last(struct pieces *p, unsigned part, struct str bytes)
{
    pthread_mutex_lock(&p->lock);
    add(p, (struct piece){.part = part, .bytes = bytes, .last = true});
    pthread_mutex_unlock(&p->lock);
}

void pieces_end(struct pieces *p)
{
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    pthread_cond_broadcast(&p->changed);
    while (p->n_taken < p->n)
        pack_next(p, &p->writer);
    pthread_mutex_unlock(&p->lock);
}

void pieces_help(struct pieces *p)
{
    struct packer packer = {0};

    pthread_mutex_lock(&p->lock);
    while (!p->ended || p->n_taken < p->n) {
        if (p->n_taken < p->n)
            pack_next(p, &packer);
        else
            pthread_cond_wait(&p->changed, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    packer_free(&packer);
}

static int compare(const void *a, const void *b)
{
    const struct piece *x = a;
    const struct piece *y = b;

    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void pieces_sort(struct pieces *p)
{
    assert(p->ended && p->n_taken == p->n);
    if (p->n)
        qsort(p->list, p->n, sizeof *p->list, compare);
}

struct str pieces_get(const struct pieces *p, size_t i)
{
    const struct piece *piece = &p->list[i];

    return (struct str){p->packed.p + piece->at, piece->n};
}
