/* Splits bytes into chunks that are compressed separately. Other workers may help the writer; the
 * result does not depend on them. */
#ifndef RENDER_COMMON_COMPRESSED_CHUNKS_H
#define RENDER_COMMON_COMPRESSED_CHUNKS_H

#include <pthread.h>

#include "render/common/compress.h"

/* The largest size of an uncompressed chunk; how many chunks may wait for a worker. */
enum { CHUNK = 1 << 20, CHUNKS_WAITING = 2 };

struct chunk {
    unsigned part;
    size_t number;    /* in the order of adding */
    struct str bytes; /* uncompressed; in the block */
    bool last;        /* its room is not reused */
    size_t at, n;     /* packed */
};

/* While there are workers, the fields below the lock are only used while holding it. */
struct chunks {
    bool compress;
    bool shared; /* others help */
    char *block; /* the rooms in which chunks wait for compression */
    size_t block_size;
    struct compressor writer;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a chunk was added, or the last one was */
    struct chunk *list;
    size_t n, room;
    size_t n_taken; /* chunks being compressed or done */
    bool ended;
    char *free[CHUNKS_WAITING + 1]; /* unused rooms of CHUNK bytes */
    size_t n_free;
    struct buf packed; /* compressed chunks in the order of completion */
};

/* compress: use the library, or else keep the bytes as they are. shared: other workers will help.
 */
void chunks_init(struct chunks *p, bool compress, bool shared);
void chunks_free(struct chunks *p);

/* For the writer, once: lends a block of n zeroed bytes until chunks_free. */
char *chunks_block(struct chunks *p, size_t n);

/* Adds a chunk from a room of CHUNK bytes in the block. Chunks are sorted by part, then by the
 * order of adding. Returns an empty room for the next one. */
char *chunks_add(struct chunks *p, unsigned part, struct str bytes);

/* The same for a room of any size, which must not be written to again. */
void chunks_add_last(struct chunks *p, unsigned part, struct str bytes);

/* Ends adding, and compresses the chunks that nobody has begun. */
void chunks_end(struct chunks *p);

/* Compresses what the writer adds, until it ends; for any number of workers. */
void chunks_help(struct chunks *p);

/* Sorts the chunks after the workers are done; chunks_get lends one, compressed. */
void chunks_sort(struct chunks *p);
struct str chunks_get(const struct chunks *p, size_t i);

#endif
