/* A file that a recording brings along. */
#ifndef SYMBOL_EMBEDDED_FILE_H
#define SYMBOL_EMBEDDED_FILE_H

#include "base/source.h"

struct embedded_file {
    struct source source; /* owns nothing: it may be copied, and need not be closed */
    struct str path;      /* where it lay; borrowed, with a NUL behind it */
};

#endif
