/* Input bytes from a file, a part of one, standard input, or memory. Recognises gzip, zstd and xz
 * by content and unpacks them. Files are never mapped: when another process truncates a mapped
 * file, this program would crash. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdint.h>

#include "base/fault.h"
#include "base/limits.h"

enum { SOURCE_PREFIX = 64 << 10, SOURCE_BLOCK = 256 << 10 };

struct unpack;   /* base/unpack/unpack.h */
struct decoder;  /* base/unpack/decoder.h */
struct decoding; /* base/unpack/decoder.h */

struct source {
    const char *name; /* borrowed: what messages call it; "-" is called "standard input" */
    int fd;           /* -1: memory */
    bool owns_fd;
    bool seekable;     /* a regular file that is not packed: parts of it can be read with pread */
    uint64_t size;     /* of a seekable file, at opening */
    uint64_t at, end;  /* the range still to be read with pread; end UINT64_MAX: to the end of the
                        * file */
    struct str memory; /* what is left of the memory */
    struct unpack *unpack; /* owned; NULL: not packed */
    char *raw;             /* owned: packed bytes, or bytes read ahead to look at the prefix */
    size_t raw_begin, raw_end;
    bool ended;
    uint64_t made_of; /* a pipe: of how many bytes another program makes what it writes, which must
                       * be within the limits of unpacking; 0: of any */
    const struct limits *limits; /* borrowed */
};

/* Raises the limit of open files to what the system allows; returns it. */
uint64_t source_most_open(void);

/* Opens path ("-": standard input) and finds out whether it is packed. A folder, a block device or
 * a file that cannot be opened is a FAULT_SYSTEM that names the path and the reason. */
MUST_CHECK bool source_open(struct source *s, const char *path, const struct limits *limits,
                            struct fault *f);

/* Reads an open file from its current position. The source closes fd, also on failure. */
MUST_CHECK bool source_open_fd(struct source *s, int fd, const char *name,
                               const struct limits *limits, struct fault *f);

/* Reads a file that is open, which stays with the caller. Its position is shared, but not moved if
 * it is a regular file that is not packed. */
MUST_CHECK bool source_open_again(struct source *s, int opened, const char *name,
                                  const struct limits *limits, struct fault *f);

/* Reads from memory, which must outlive the source; unpacks it if packed. */
MUST_CHECK bool source_open_memory(struct source *s, const char *name, struct str bytes,
                                   const struct limits *limits, struct fault *f);

/* A second reader for bytes [from, to) of a seekable source. It borrows the descriptor of `whole`.
 */
void source_open_part(struct source *s, const struct source *whole, uint64_t from, uint64_t to);

/* Reads up to n unpacked bytes to to[0..]; *got is 0 only at the end. A read error is a fault, as
 * is packed input that is truncated, damaged, or beyond the limits inflate and inflate-ratio, and
 * what is made of too little. */
MUST_CHECK bool source_read(struct source *s, char *to, size_t n, size_t *got, struct fault *f);

void source_close(struct source *s);

/* Reads a source block by block. A block ends after a newline or at the end of the input. */
struct blocks {
    struct source *source; /* borrowed */
    char *bytes;           /* owned */
    size_t room, begin, end;
    struct decoder *decoder; /* owned; NULL: bytes are lent as they are */
    bool ended;
};

void blocks_init(struct blocks *b, struct source *source);
void blocks_free(struct blocks *b);

/* Lends up to SOURCE_PREFIX bytes from the start without consuming them. Call it before
 * blocks_next. */
MUST_CHECK bool blocks_prefix(struct blocks *b, struct str *prefix, struct fault *f);

/* The same for up to n bytes, which are held in memory. */
MUST_CHECK bool blocks_look(struct blocks *b, size_t n, struct str *text, struct fault *f);

/* Passes over n of the bytes that blocks_look lent. */
void blocks_skip(struct blocks *b, size_t n);

/* Ends the input behind the first n bytes that blocks_look lent. */
void blocks_keep(struct blocks *b, size_t n);

/* Converts all bytes from the start on. Call it after blocks_prefix, which then lends converted
 * ones, and before blocks_next. */
void blocks_decode(struct blocks *b, const struct decoding *what);

/* Lends the next block until the next call; block->n is 0 at the end. A line longer than
 * limits->line is a fault that names its line number, counted from lines_before. */
MUST_CHECK bool blocks_next(struct blocks *b, uint64_t lines_before, struct str *block,
                            struct fault *f);

/* The same for formats without lines: a block may end anywhere. */
MUST_CHECK bool blocks_next_bytes(struct blocks *b, struct str *block, struct fault *f);

#endif
