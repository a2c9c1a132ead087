/* Bytes cut into pieces, each packed by itself. The one who writes them is helped by other workers
 * where there are any; what comes out does not depend on them. */
#ifndef RENDER_COMMON_COMPRESSED_CHUNKS_H
#define RENDER_COMMON_COMPRESSED_CHUNKS_H

#include <pthread.h>

#include "render/common/compress.h"

/* Bytes of a piece before it is packed, at most; and rooms for pieces that wait for a worker. */
enum { PIECE = 1 << 20, PIECES_WAITING = 2 };

struct piece {
    unsigned part;
    size_t number;    /* in the order of adding */
    struct str bytes; /* not yet packed: lent by the block */
    bool last;        /* its room is not used again */
    size_t at, n;     /* packed */
};

/* While there are workers, what stands below the lock is for who holds it. */
struct pieces {
    bool compress;
    bool shared; /* others help */
    char *block; /* where the bytes stand until they are packed */
    size_t block_size;
    struct packer writer;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a piece was added, or all were */
    struct piece *list;
    size_t n, room;
    size_t n_taken; /* pieces that somebody packs or has packed */
    bool ended;
    char *free[PIECES_WAITING + 1]; /* rooms of PIECE bytes */
    size_t n_free;
    struct buf packed; /* the pieces in the order in which they were done */
};

/* compress: pack with the library, else leave the bytes as they are. shared: others will help. */
void pieces_init(struct pieces *p, bool compress, bool shared);
void pieces_free(struct pieces *p);

/* For the writer, once: lends a block of n zeroed bytes until pieces_free. */
char *pieces_block(struct pieces *p, size_t n);

/* Adds a piece, which stands in a room of PIECE bytes in the block. Its place is behind the pieces
 * of lower parts and the earlier ones of its own. Returns an empty room for what comes next. */
char *pieces_add(struct pieces *p, unsigned part, struct str bytes);

/* The same for a room of any size, which must not be written to any more. */
void pieces_add_last(struct pieces *p, unsigned part, struct str bytes);

/* Says that nothing more will be added, and packs what nobody else has begun. */
void pieces_end(struct pieces *p);

/* Packs what the writer adds, until the end; for any number of workers. */
void pieces_help(struct pieces *p);

/* When the workers are done: puts the pieces in their order; pieces_get lends one, packed. */
void pieces_sort(struct pieces *p);
struct str pieces_get(const struct pieces *p, size_t i);

#endif
