/* Numbers and texts of Java Flight Recorder. Numbers are LEB128 of at most nine bytes, or big
 * endian. */
#ifndef INPUT_JFR_BYTES_H
#define INPUT_JFR_BYTES_H

#include <stdint.h>

#include "base/buf.h"

/* The unread rest of a part of a chunk. Positions count from the start of the chunk. After an
 * error, nothing more is read, and all numbers are 0. */
struct jfr_bytes {
    const unsigned char *p; /* the chunk; borrowed */
    size_t at, end;
    bool fixed;        /* numbers are big endian, of fixed size */
    const char *wrong; /* a literal; NULL: no error */
};

static inline size_t jfr_left(const struct jfr_bytes *b)
{
    return b->end - b->at;
}

/* Sets the error and its position, unless one is set. */
void jfr_set_wrong(struct jfr_bytes *b, size_t at, const char *wrong);

void jfr_skip(struct jfr_bytes *b, uint64_t n);

/* Reads a big endian number of n bytes, 1 to 8. */
uint64_t jfr_fixed(struct jfr_bytes *b, unsigned n);

/* Reads a number; it has n bytes if numbers are of fixed size. */
uint64_t jfr_number(struct jfr_bytes *b, unsigned n);

static inline uint64_t jfr_long(struct jfr_bytes *b)
{
    return jfr_number(b, 8);
}

static inline uint32_t jfr_int(struct jfr_bytes *b)
{
    return (uint32_t)jfr_number(b, 4);
}

/* Reads a count of items that take at least a byte each. */
uint32_t jfr_count(struct jfr_bytes *b);

enum jfr_text {
    JFR_TEXT_NONE,
    JFR_TEXT_HERE,
    JFR_TEXT_POOLED, /* in the string pool */
};

/* Reads a text and appends it as UTF-8, unless `to` is NULL. A text in a pool has a key instead. */
enum jfr_text jfr_text(struct jfr_bytes *b, struct buf *to, uint64_t *key);

#endif
