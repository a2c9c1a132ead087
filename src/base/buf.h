/* Owned bytes that grow. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/attr.h"
#include "base/str.h"

/* A zeroed struct is a valid empty buffer. */
struct buf {
    char *p; /* NULL: nothing was ever added */
    size_t n;
    size_t room;
    size_t max; /* 0: no limit; else what would grow beyond it is not added */
    bool full;  /* something was not added because of max */
};

void buf_free(struct buf *b);

/* Makes it empty and keeps its room. */
static inline void buf_clear(struct buf *b)
{
    b->n = 0;
    b->full = false;
}

/* Makes room for n more bytes and returns where they go; the caller adds to b->n what it wrote.
 * For writers that know their length beforehand; max is not looked at. */
char *buf_reserve(struct buf *b, size_t n);

/* What buf_add does where bytes do not simply fit. */
void buf_add_growing(struct buf *b, struct str s);

/* Adds the bytes at the end, or none of them and sets b->full when max forbids it. */
static inline void buf_add(struct buf *b, struct str s)
{
    if (!b->p || b->max || s.n >= b->room - b->n) {
        buf_add_growing(b, s);
        return;
    }
    memcpy(b->p + b->n, s.p, s.n);
    b->n += s.n;
}

static inline void buf_add_byte(struct buf *b, char c)
{
    buf_add(b, (struct str){&c, 1});
}

/* Borrows the contents until the next change; an empty buffer has an address too. */
static inline struct str buf_str(const struct buf *b)
{
    return (struct str){b->p ? b->p : "", b->n};
}

#endif
