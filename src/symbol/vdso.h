/* The small library that the kernel puts into every process. */
#ifndef SYMBOL_VDSO_H
#define SYMBOL_VDSO_H

#include "base/buf.h"

/* What the maps of a process call it: "[vdso]", "[vdso32]". */
static inline bool vdso_is(struct str path)
{
    return str_starts(path, STR("[vdso")) && str_ends(path, STR("]"));
}

/* Copies the bytes of this program's own; false when it has none. */
MUST_CHECK bool vdso_copy(struct buf *to);

#endif
