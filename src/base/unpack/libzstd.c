/* The functions of libzstd: loaded, or linked. */
#ifdef FLAME_HAVE_ZSTD

#include "base/unpack/libzstd.h"

#ifdef FLAME_LOADS_ZSTD

LIBRARY_TABLE struct libzstd libzstd;

void libzstd_load(void)
{
    static const char *const names[] = {LIBZSTD(LIBRARY_NAME)};

    library_load(FLAME_LOADS_ZSTD, names, sizeof names / sizeof names[0], &libzstd);
}

#else

LIBRARY_TABLE struct libzstd libzstd = {LIBZSTD(LIBRARY_ADDRESS)};

void libzstd_load(void) {}

#endif

#else

typedef int libzstd_is_left_out;

#endif
