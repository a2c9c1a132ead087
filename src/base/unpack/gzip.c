/* gzip (RFC 1952), and the bare deflate of zip archives (RFC 1951), by zlib. */
#include "base/unpack/kind.h"

#ifdef FLAME_HAVE_ZLIB

#include "base/mem.h"
#include "base/unpack/libz.h"
#include "base/unpack/unpack.h"

/* zlib's window of 32 KiB: GZIP_ONLY accepts the gzip header only; BARE expects no header. */
enum { GZIP_ONLY = 16 + MAX_WBITS, BARE = -MAX_WBITS, MOST_AT_ONCE = 1 << 30 };

struct gzip {
    z_stream stream;
    bool ended; /* the last member is complete */
};

static void *start(int window)
{
    struct gzip *g = mem_alloc(1, sizeof *g);

    libz_load();
    if (libz.inflateInit2_(&g->stream, window, ZLIB_VERSION, (int)sizeof g->stream) == Z_OK)
        return g;
    mem_free(g, 1, sizeof *g);
    return NULL;
}

static void *gzip_start(const struct limits *limits)
{
    (void)limits;
    return start(GZIP_ONLY);
}

static void *zip_start(const struct limits *limits)
{
    (void)limits;
    return start(BARE);
}

static enum unpack_step gzip_step(void *state, struct str *in, bool in_ended,
                                  struct unpack_room *room)
{
    struct gzip *g = state;
    z_stream *stream = &g->stream;

    (void)in_ended;
    if (g->ended && libz.inflateReset(stream) != Z_OK)
        return UNPACK_DAMAGED;
    stream->next_in = (const unsigned char *)in->p;
    stream->avail_in = (unsigned)(in->n < MOST_AT_ONCE ? in->n : MOST_AT_ONCE);
    stream->next_out = (unsigned char *)room->p;
    stream->avail_out = (unsigned)(room->n < MOST_AT_ONCE ? room->n : MOST_AT_ONCE);

    int result = libz.inflate(stream, Z_NO_FLUSH);

    *in = str_from_to(*in, (size_t)((const char *)stream->next_in - in->p), in->n);
    room->n -= (size_t)((char *)stream->next_out - room->p);
    room->p = (char *)stream->next_out;
    g->ended = result == Z_STREAM_END;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR:
        return UNPACK_GOES_ON;
    case Z_STREAM_END:
        return UNPACK_ENDED;
    case Z_MEM_ERROR:
        return UNPACK_NO_MEMORY;
    default:
        return UNPACK_DAMAGED;
    }
}

static void gzip_end(void *state)
{
    struct gzip *g = state;

    libz.inflateEnd(&g->stream);
    mem_free(g, 1, sizeof *g);
}

const struct unpack_kind unpack_gzip = {gzip_start, gzip_step, gzip_end};
const struct unpack_kind unpack_zip = {zip_start, gzip_step, gzip_end};

#endif
