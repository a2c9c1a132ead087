/* The code that Python 3.12 and 3.13 make for each of their functions, so that samples tell them
 * apart: Objects/asm_trampoline.S of CPython. Perf maps name it; nothing else tells of its frames.
 */
#ifndef SYMBOL_PYTHON_TRAMPOLINE_H
#define SYMBOL_PYTHON_TRAMPOLINE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Finds how many bytes the return address lies above the stack pointer of x86-64, at an instruction
 * of code of that name and size in a perf map. False when it is no such code. */
MUST_CHECK bool python_trampoline_saved(struct str name, uint64_t size, uint64_t offset,
                                        uint64_t *bytes);

#endif
