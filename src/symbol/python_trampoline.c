/* sub $8,%rsp; call *%rcx; add $8,%rsp; ret: 11 bytes, behind endbr64 15.
 * Versions that keep a frame pointer have other sizes, and need no rule. */
#include "symbol/python_trampoline.h"

enum { SUB = 4, CALL = 2, ADD = 4, RET = 1, ENDBR = 4, WORD = 8 };

bool python_trampoline_saved(struct str name, uint64_t size, uint64_t offset, uint64_t *bytes)
{
    const uint64_t usual = SUB + CALL + ADD + RET;
    const uint64_t begin = size == usual ? 0 : ENDBR;

    if (!str_starts(name, STR("py::")) || size != usual + begin || offset >= size)
        return false;
    *bytes = offset >= begin + SUB && offset < begin + SUB + CALL + ADD ? WORD : 0;
    return true;
}
