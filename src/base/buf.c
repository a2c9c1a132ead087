/* A growing buffer that owns its bytes. */
#include "base/buf.h"

#include "base/mem.h"

void buf_free(struct buf *b)
{
    mem_free(b->p, b->room, 1);
    *b = (struct buf){0};
}

char *buf_reserve(struct buf *b, size_t n)
{
    if (!b->p || n > b->room - b->n)
        b->p = mem_grow(b->p, &b->room, b->n + n, 1);
    return b->p + b->n;
}

void buf_add_growing(struct buf *b, struct str s)
{
    if (b->max && (b->n > b->max || s.n > b->max - b->n)) {
        b->full = true;
        return;
    }
    char *to = buf_reserve(b, s.n);
    if (s.n)
        memcpy(to, s.p, s.n);
    b->n += s.n;
}
