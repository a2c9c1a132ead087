/* xz (the .xz file format 1.1) by liblzma. */
#include "base/unpack/kind.h"

#ifdef FLAME_HAVE_LZMA

#include "base/mem.h"
#include "base/unpack/liblzma.h"
#include "base/unpack/unpack.h"

/* xz -9 asks for 65 MiB to unpack. */
enum { MOST_MEMORY = 256 << 20 };

static void *xz_start(const struct limits *limits)
{
    lzma_stream *stream = mem_alloc(1, sizeof *stream);
    uint64_t memory = MOST_MEMORY;

    liblzma_load();
    *stream = (lzma_stream)LZMA_STREAM_INIT;
    if (limits->memory && limits->memory / 4 < memory)
        memory = limits->memory / 4;
    if (liblzma.lzma_stream_decoder(stream, memory, LZMA_CONCATENATED) == LZMA_OK)
        return stream;
    mem_free(stream, 1, sizeof *stream);
    return NULL;
}

static enum unpack_step step_of(lzma_ret result)
{
    if (result == LZMA_OK || result == LZMA_BUF_ERROR)
        return UNPACK_GOES_ON;
    if (result == LZMA_STREAM_END)
        return UNPACK_ENDED;
    if (result == LZMA_MEMLIMIT_ERROR)
        return UNPACK_TOO_WIDE;
    return result == LZMA_MEM_ERROR ? UNPACK_NO_MEMORY : UNPACK_DAMAGED;
}

/* The library passes over the padding between streams itself, and ends with the input. */
static enum unpack_step xz_step(void *state, struct str *in, bool in_ended,
                                struct unpack_room *room)
{
    lzma_stream *stream = state;

    stream->next_in = (const uint8_t *)in->p;
    stream->avail_in = in->n;
    stream->next_out = (uint8_t *)room->p;
    stream->avail_out = room->n;
    lzma_ret result = liblzma.lzma_code(stream, in_ended ? LZMA_FINISH : LZMA_RUN);
    *in = (struct str){(const char *)stream->next_in, stream->avail_in};
    *room = (struct unpack_room){(char *)stream->next_out, stream->avail_out};
    return step_of(result);
}

static void xz_end(void *state)
{
    lzma_stream *stream = state;

    liblzma.lzma_end(stream);
    mem_free(stream, 1, sizeof *stream);
}

const struct unpack_kind unpack_xz = {xz_start, xz_step, xz_end};

#endif
