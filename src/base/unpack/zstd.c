/* zstd (RFC 8878) by libzstd. */
#include "base/unpack/kind.h"
#include "base/unpack/unpack.h"

#ifdef FLAME_HAVE_ZSTD

#include "base/unpack/libzstd.h"

/* A zstd frame says how large its window is, and the library allocates that at once. Allows an
 * eighth of the program's memory limit, or without one the library's maximum. */
static int window_log(const struct limits *limits)
{
    ZSTD_bounds bounds = libzstd.ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    int log = bounds.lowerBound;

    if (!limits->memory)
        return bounds.upperBound;
    while (log < bounds.upperBound && limits->memory / 8 >> (log + 1))
        log++;
    return log;
}

static void *zstd_start(const struct limits *limits)
{
    libzstd_load();
    ZSTD_DCtx *context = libzstd.ZSTD_createDCtx();

    if (!context)
        return NULL;
    if (!libzstd.ZSTD_isError(
            libzstd.ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, window_log(limits))))
        return context;
    libzstd.ZSTD_freeDCtx(context);
    return NULL;
}

static enum unpack_step step_of(size_t result)
{
    if (!libzstd.ZSTD_isError(result))
        return result == 0 ? UNPACK_ENDED : UNPACK_GOES_ON;
    ZSTD_ErrorCode code = libzstd.ZSTD_getErrorCode(result);
    if (code == ZSTD_error_frameParameter_windowTooLarge)
        return UNPACK_TOO_WIDE;
    return code == ZSTD_error_memory_allocation ? UNPACK_NO_MEMORY : UNPACK_DAMAGED;
}

static enum unpack_step zstd_step(void *state, struct str *in, bool in_ended,
                                  struct unpack_room *room)
{
    ZSTD_inBuffer from = {in->p, in->n, 0};
    ZSTD_outBuffer to = {room->p, room->n, 0};

    (void)in_ended;
    size_t result = libzstd.ZSTD_decompressStream(state, &to, &from);
    *in = str_from_to(*in, from.pos, in->n);
    room->p += to.pos;
    room->n -= to.pos;
    return step_of(result);
}

static void zstd_end(void *state)
{
    libzstd.ZSTD_freeDCtx(state);
}

const struct unpack_kind unpack_zstd = {zstd_start, zstd_step, zstd_end};

#endif
