/* The functions of libdw: loaded, or linked. */
#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/dwarf/libdw.h"

#ifdef FLAME_LOADS_ELFUTILS

LIBRARY_TABLE struct libdw libdw;

void libdw_load(void)
{
    static const char *const names[] = {LIBDW(LIBRARY_NAME)};

    library_load(FLAME_LOADS_ELFUTILS, names, sizeof names / sizeof names[0], &libdw);
}

#else

LIBRARY_TABLE struct libdw libdw = {LIBDW(LIBRARY_ADDRESS)};

void libdw_load(void) {}

#endif

#else

typedef int libdw_is_left_out;

#endif
