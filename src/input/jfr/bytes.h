/* Numbers and texts of Java Flight Recorder: seven bits a byte, the lowest first, nine bytes at
 * most, or as they are, the highest byte first. */
#ifndef INPUT_JFR_BYTES_H
#define INPUT_JFR_BYTES_H

#include <stdint.h>

#include "base/buf.h"

/* A part of a chunk, of which the start is taken. Places count from the start of the chunk. What is
 * wrong stays: nothing more can be taken, and all numbers are 0. */
struct jfr_bytes {
    const unsigned char *p; /* the chunk; borrowed */
    size_t at, end;
    bool fixed;        /* numbers are as they are */
    const char *wrong; /* a literal; NULL: nothing is */
};

static inline size_t jfr_left(const struct jfr_bytes *b)
{
    return b->end - b->at;
}

/* Says what is wrong at a place, unless something is already. */
void jfr_set_wrong(struct jfr_bytes *b, size_t at, const char *wrong);

void jfr_skip(struct jfr_bytes *b, uint64_t n);

/* Takes a number of n bytes, 1 to 8, the highest first. */
uint64_t jfr_fixed(struct jfr_bytes *b, unsigned n);

/* Takes a number that has n bytes where numbers are as they are. */
uint64_t jfr_number(struct jfr_bytes *b, unsigned n);

static inline uint64_t jfr_long(struct jfr_bytes *b)
{
    return jfr_number(b, 8);
}

static inline uint32_t jfr_int(struct jfr_bytes *b)
{
    return (uint32_t)jfr_number(b, 4);
}

/* Takes how many there are of what has at least a byte each. */
uint32_t jfr_count(struct jfr_bytes *b);

enum jfr_text {
    JFR_TEXT_NONE,
    JFR_TEXT_HERE,
    JFR_TEXT_POOLED, /* in the pool of texts */
};

/* Takes a text and adds it as UTF-8, unless to is NULL. One that lies in a pool has a key. */
enum jfr_text jfr_text(struct jfr_bytes *b, struct buf *to, uint64_t *key);

#endif
