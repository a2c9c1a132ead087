/* The functions of zlib: loaded, or linked. */
#ifdef FLAME_HAVE_ZLIB

#include "base/unpack/libz.h"

#ifdef FLAME_LOADS_ZLIB

LIBRARY_TABLE struct libz libz;

void libz_load(void)
{
    static const char *const names[] = {LIBZ(LIBRARY_NAME)};

    library_load(FLAME_LOADS_ZLIB, names, sizeof names / sizeof names[0], &libz);
}

#else

LIBRARY_TABLE struct libz libz = {LIBZ(LIBRARY_ADDRESS)};

void libz_load(void) {}

#endif

#else

typedef int libz_is_left_out;

#endif
