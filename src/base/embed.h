/* Files built into the program. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

/* A row of a table. The last row has a NULL name. */
struct built_in_file {
    const char *name; /* without folder and extension */
    const char *bytes;
    size_t n;
};

#endif
