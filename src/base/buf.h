/* A growing buffer that owns its bytes. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/attr.h"
#include "base/str.h"

/* A zeroed struct is a valid empty buffer. */
struct buf {
    char *p; /* NULL: nothing was ever added */
    size_t n;
    size_t room;
    size_t max; /* 0: no limit; else an addition that would exceed it is refused */
    bool full;  /* an addition was refused because of max */
};

void buf_free(struct buf *b);

/* Empties the buffer but keeps its memory. */
static inline void buf_clear(struct buf *b)
{
    b->n = 0;
    b->full = false;
}

/* Makes room for n more bytes and returns where to write them; the caller then adds to b->n what it
 * wrote. For writers that know the length beforehand; ignores max. */
char *buf_reserve(struct buf *b, size_t n);

/* The slow path of buf_add: the buffer must grow, or has a max. */
void buf_add_growing(struct buf *b, struct str s);

/* Appends the bytes. If max forbids it, appends nothing and sets b->full. */
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

/* Lends the contents until the next change; an empty buffer has an address too. */
static inline struct str buf_str(const struct buf *b)
{
    return (struct str){b->p ? b->p : "", b->n};
}

#endif
