/* Where bytes come from: a file, a part of one, standard input, or memory; gzip, zstd and xz are
 * unpacked by content. Read in large blocks with read and pread; files are never mapped, because
 * one that is cut by others would end the program. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdint.h>

#include "base/fault.h"
#include "base/limits.h"

enum { SOURCE_PREFIX = 64 << 10, SOURCE_BLOCK = 256 << 10 };

struct unpack; /* base/unpack.h */

struct source {
    const char *name; /* borrowed: what messages call it; "-" is called "standard input" */
    int fd;           /* -1: memory */
    bool owns_fd;
    bool seekable;     /* a regular file that is not packed: parts of it can be read by pread */
    uint64_t size;     /* of a seekable file when it was opened */
    uint64_t at, end;  /* what is still to be read with pread; end UINT64_MAX: all of the file */
    struct str memory; /* what is left of it */
    struct unpack *unpack; /* owned; NULL: the bytes are taken as they are */
    char *raw;             /* owned: packed bytes, or what was read ahead to look at the prefix */
    size_t raw_begin, raw_end;
    bool ended;
    const struct limits *limits; /* borrowed */
};

/* Lets as many files be open at once as the system allows, which may be more than the usual 1024;
 * returns how many that are. */
uint64_t source_most_open(void);

/* Opens path ("-": standard input) and finds out whether it is packed. Folders, block devices and
 * what cannot be opened are a FAULT_SYSTEM that names the path and the reason. */
MUST_CHECK bool source_open(struct source *s, const char *path, const struct limits *limits,
                            struct fault *f);

/* Reads a file that is open, from where its descriptor stands; the source closes it, also when this
 * fails. */
MUST_CHECK bool source_open_fd(struct source *s, int fd, const char *name,
                               const struct limits *limits, struct fault *f);

/* Reads from memory, which must outlive the source; unpacks as well. */
MUST_CHECK bool source_open_memory(struct source *s, const char *name, struct str bytes,
                                   const struct limits *limits, struct fault *f);

/* A second reader of bytes [from, to) of a seekable source. It borrows the descriptor of whole. */
void source_open_part(struct source *s, const struct source *whole, uint64_t from, uint64_t to);

/* Reads up to n unpacked bytes to to[0..]; *got is 0 at the end only. A read error is a fault,
 * never an end. A packed input that is cut, damaged, or beyond the limits inflate and inflate-ratio
 * is a fault. */
MUST_CHECK bool source_read(struct source *s, char *to, size_t n, size_t *got, struct fault *f);

void source_close(struct source *s);

/* Whole records from a source, block by block. A block ends behind a newline, or is the last. */
struct blocks {
    struct source *source; /* borrowed */
    char *bytes;           /* owned */
    size_t room, begin, end;
    bool ended;
};

void blocks_init(struct blocks *b, struct source *source);
void blocks_free(struct blocks *b);

/* Lends up to SOURCE_PREFIX bytes from the start without taking them. Before the first blocks_next.
 */
MUST_CHECK bool blocks_prefix(struct blocks *b, struct str *prefix, struct fault *f);

/* Lends the next block until the next call; block->n is 0 at the end. A line longer than
 * limits->line is a fault that names line `lines_before` + its place in the block. */
MUST_CHECK bool blocks_next(struct blocks *b, uint64_t lines_before, struct str *block,
                            struct fault *f);

/* Lends the next bytes, wherever they end, for formats that are no lines; block->n is 0 at the end.
 */
MUST_CHECK bool blocks_next_bytes(struct blocks *b, struct str *block, struct fault *f);

#endif
