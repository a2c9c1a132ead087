/* The functions of libelf: loaded, or linked. */
#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/libelf.h"

#ifdef FLAME_LOADS_ELF

LIBRARY_TABLE struct libelf libelf;

void libelf_load(void)
{
    static const char *const names[] = {LIBELF(LIBRARY_NAME)};

    library_load(FLAME_LOADS_ELF, names, sizeof names / sizeof names[0], &libelf);
}

#else

LIBRARY_TABLE struct libelf libelf = {LIBELF(LIBRARY_ADDRESS)};

void libelf_load(void) {}

#endif

#else

typedef int libelf_is_left_out;

#endif
