/* Reads numbers of a recording in the byte order of the machine that wrote it. */
#ifndef INPUT_PERF_DATA_BYTES_H
#define INPUT_PERF_DATA_BYTES_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

static inline uint16_t u16_at(const unsigned char *p, bool big)
{
    return (uint16_t)(big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

static inline uint32_t u32_at(const unsigned char *p, bool big)
{
    uint32_t little = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;

    if (!big)
        return little;
    return p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

static inline uint64_t u64_at(const unsigned char *p, bool big)
{
    uint64_t first = u32_at(p, big);
    uint64_t second = u32_at(p + 4, big);

    return big ? first << 32 | second : second << 32 | first;
}

/* The unread rest of some bytes. */
struct bytes {
    const unsigned char *p;
    size_t n;
    bool big;
};

static inline struct bytes bytes_of(struct str s, bool big)
{
    return (struct bytes){(const unsigned char *)s.p, s.n, big};
}

/* Each returns false, and takes nothing, when too few bytes are left. */
MUST_CHECK static inline bool bytes_skip(struct bytes *b, uint64_t n)
{
    if (n > b->n)
        return false;
    b->p += n;
    b->n -= (size_t)n;
    return true;
}

MUST_CHECK static inline bool bytes_u32(struct bytes *b, uint32_t *value)
{
    if (b->n < 4)
        return false;
    *value = u32_at(b->p, b->big);
    return bytes_skip(b, 4);
}

MUST_CHECK static inline bool bytes_u64(struct bytes *b, uint64_t *value)
{
    if (b->n < 8)
        return false;
    *value = u64_at(b->p, b->big);
    return bytes_skip(b, 8);
}

MUST_CHECK static inline bool bytes_str(struct bytes *b, uint64_t n, struct str *s)
{
    if (n > b->n)
        return false;
    *s = (struct str){(const char *)b->p, (size_t)n};
    return bytes_skip(b, n);
}

/* A text that ends before its first NUL, or where the bytes end. */
static inline struct str str_until_nul(struct str s)
{
    const char *nul = s.n ? memchr(s.p, '\0', s.n) : NULL;

    return nul ? str_from_to(s, 0, (size_t)(nul - s.p)) : s;
}

/* A length, and that many bytes; the last ones are NULs. Takes the length when the bytes are too
 * few. */
MUST_CHECK static inline bool bytes_text(struct bytes *b, struct str *text)
{
    uint32_t n;

    if (!bytes_u32(b, &n) || !bytes_str(b, n, text))
        return false;
    *text = str_until_nul(*text);
    return true;
}

#endif
