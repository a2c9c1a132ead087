/* The functions of yajl: loaded, or linked. */
#ifdef FLAME_HAVE_YAJL

#include "input/json/libyajl.h"

#ifdef FLAME_LOADS_YAJL

LIBRARY_TABLE struct libyajl libyajl;

void libyajl_load(void)
{
    static const char *const names[] = {LIBYAJL(LIBRARY_NAME)};

    library_load(FLAME_LOADS_YAJL, names, sizeof names / sizeof names[0], &libyajl);
}

#else

LIBRARY_TABLE struct libyajl libyajl = {LIBYAJL(LIBRARY_ADDRESS)};

void libyajl_load(void) {}

#endif

#else

typedef int libyajl_is_left_out;

#endif
