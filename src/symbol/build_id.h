/* Build-ids: the hash that identifies one build of a file, whatever its name. */
#ifndef SYMBOL_BUILD_ID_H
#define SYMBOL_BUILD_ID_H

#include "base/buf.h"

enum { BUILD_ID_MOST = 20 };

/* Raw bytes; n 0: none. */
struct build_id {
    unsigned char bytes[BUILD_ID_MOST];
    size_t n;
};

/* Shortens what is too long; all-zero bytes mean none. */
static inline struct build_id build_id_of(struct str bytes)
{
    struct build_id id = {.n = bytes.n < BUILD_ID_MOST ? bytes.n : BUILD_ID_MOST};
    bool any = false;

    for (size_t i = 0; i < id.n; i++) {
        id.bytes[i] = (unsigned char)bytes.p[i];
        any = any || id.bytes[i];
    }
    return any ? id : (struct build_id){.n = 0};
}

/* Ignores zero bytes at the end: some recordings pad short build-ids to 20 bytes. */
static inline bool build_id_equal(const struct build_id *a, const struct build_id *b)
{
    for (size_t i = 0; i < BUILD_ID_MOST; i++)
        if ((i < a->n ? a->bytes[i] : 0) != (i < b->n ? b->bytes[i] : 0))
            return false;
    return true;
}

/* Appends it in hexadecimal. */
static inline void build_id_add(struct buf *to, const struct build_id *id)
{
    for (size_t i = 0; i < id->n; i++) {
        buf_add_byte(to, "0123456789abcdef"[id->bytes[i] >> 4]);
        buf_add_byte(to, "0123456789abcdef"[id->bytes[i] & 15]);
    }
}

#endif
