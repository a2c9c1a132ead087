/* Bytes cut into chunks, each packed by itself. The one who writes them is helped by other workers
 * where there are any; what comes out does not depend on them. */
#ifndef RENDER_COMMON_COMPRESSED_CHUNKS_H
#define RENDER_COMMON_COMPRESSED_CHUNKS_H

#include <pthread.h>

#include "render/common/compress.h"

/* Bytes of a chunk before it is packed, at most; and rooms for chunks that wait for a worker. */
enum { CHUNK = 1 << 20, CHUNKS_WAITING = 2 };

struct chunk {
    unsigned part;
    size_t number;    /* in the order of adding */
    struct str bytes; /* not yet packed: lent by the block */
    bool last;        /* its room is not used again */
    size_t at, n;     /* packed */
};

/* While there are workers, what stands below the lock is for who holds it. */
struct chunks {
    bool compress;
    bool shared; /* others help */
    char *block; /* where the bytes stand until they are packed */
    size_t block_size;
    struct compressor writer;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a chunk was added, or all were */
    struct chunk *list;
    size_t n, room;
    size_t n_taken; /* chunks that somebody packs or has packed */
    bool ended;
    char *free[CHUNKS_WAITING + 1]; /* rooms of CHUNK bytes */
    size_t n_free;
    struct buf packed; /* the chunks in the order in which they were done */
};

/* compress: pack with the library, else leave the bytes as they are. shared: others will help. */
void chunks_init(struct chunks *p, bool compress, bool shared);
void chunks_free(struct chunks *p);

/* For the writer, once: lends a block of n zeroed bytes until chunks_free. */
char *chunks_block(struct chunks *p, size_t n);

/* Adds a chunk, which stands in a room of CHUNK bytes in the block. Its place is behind the chunks
 * of lower parts and the earlier ones of its own. Returns an empty room for what comes next. */
char *chunks_add(struct chunks *p, unsigned part, struct str bytes);

/* The same for a room of any size, which must not be written to any more. */
void chunks_add_last(struct chunks *p, unsigned part, struct str bytes);

/* Says that nothing more will be added, and packs what nobody else has begun. */
void chunks_end(struct chunks *p);

/* Packs what the writer adds, until the end; for any number of workers. */
void chunks_help(struct chunks *p);

/* When the workers are done: puts the chunks in their order; chunks_get lends one, packed. */
void chunks_sort(struct chunks *p);
struct str chunks_get(const struct chunks *p, size_t i);

#endif
