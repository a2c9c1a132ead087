/* The vDSO, the small library that the kernel maps into every process. */
#ifndef SYMBOL_VDSO_H
#define SYMBOL_VDSO_H

#include "base/buf.h"

/* Its name in a process's maps: "[vdso]", "[vdso32]". */
static inline bool vdso_is(struct str path)
{
    return str_starts(path, STR("[vdso")) && str_ends(path, STR("]"));
}

/* Copies the vDSO of this process; false when it has none. */
MUST_CHECK bool vdso_copy(struct buf *to);

#endif
