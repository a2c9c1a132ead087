/* Files built into the program. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

/* A row of a table that ends with a row whose name is NULL. */
struct embedded_file {
    const char *name; /* without folder and ending */
    const char *bytes;
    size_t n;
};

#endif
