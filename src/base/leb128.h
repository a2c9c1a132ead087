/* Unsigned LEB128: numbers in as few bytes as they need, seven bits in each, the lowest first. */
#ifndef BASE_LEB128_H
#define BASE_LEB128_H

#include "base/buf.h"

enum { LEB128_MOST = 10 }; /* bytes of the longest number */

/* Writes a number; returns where the next one goes. There must be room for LEB128_MOST bytes. */
static inline unsigned char *leb128_write(unsigned char *at, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *at++ = (unsigned char)(n | 0x80);
    *at++ = (unsigned char)n;
    return at;
}

static inline size_t leb128_length(uint64_t n)
{
    unsigned char bytes[LEB128_MOST];

    return (size_t)(leb128_write(bytes, n) - bytes);
}

/* Appends a number. */
static inline void leb128_add(struct buf *to, uint64_t n)
{
    unsigned char *at = (unsigned char *)buf_reserve(to, LEB128_MOST);

    to->n += (size_t)(leb128_write(at, n) - at);
}

/* Appends the length of a text and the text. */
static inline void leb128_add_text(struct buf *to, struct str text)
{
    leb128_add(to, text.n);
    buf_add(to, text);
}

#endif
