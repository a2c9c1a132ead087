/* The functions of liblzma: loaded, or linked. */
#ifdef FLAME_HAVE_LZMA

#include "base/unpack/liblzma.h"

#ifdef FLAME_LOADS_LZMA

LIBRARY_TABLE struct liblzma liblzma;

void liblzma_load(void)
{
    static const char *const names[] = {LIBLZMA(LIBRARY_NAME)};

    library_load(FLAME_LOADS_LZMA, names, sizeof names / sizeof names[0], &liblzma);
}

#else

LIBRARY_TABLE struct liblzma liblzma = {LIBLZMA(LIBRARY_ADDRESS)};

void liblzma_load(void) {}

#endif

#else

typedef int liblzma_is_left_out;

#endif
