/* The interface between unpack.c and the compression libraries. */
#ifndef BASE_UNPACK_KIND_H
#define BASE_UNPACK_KIND_H

#include <stdbool.h>

#include "base/limits.h"
#include "base/str.h"

struct unpack_room;

enum unpack_step {
    UNPACK_GOES_ON,  /* did what this input and room allowed */
    UNPACK_ENDED,    /* a member is complete; another may follow */
    UNPACK_DAMAGED,  /* the library cannot unpack these bytes */
    UNPACK_TOO_WIDE, /* the data would need more memory to unpack than is allowed */
    UNPACK_NO_MEMORY,
};

/* The functions of a compression library. `state` is what start returned. */
struct unpack_kind {
    /* Returns NULL when there is no memory. */
    void *(*start)(const struct limits *limits);
    /* Unpacks from in to room, advancing both. The call after UNPACK_ENDED begins the next member.
     */
    enum unpack_step (*step)(void *state, struct str *in, bool in_ended, struct unpack_room *room);
    void (*end)(void *state);
};

#ifdef FLAME_HAVE_ZLIB
extern const struct unpack_kind unpack_gzip;
extern const struct unpack_kind unpack_zip;
#endif
#ifdef FLAME_HAVE_ZSTD
extern const struct unpack_kind unpack_zstd;
#endif
#ifdef FLAME_HAVE_LZMA
extern const struct unpack_kind unpack_xz;
#endif

#endif
