/* Names of functions as compilers mangle them, made readable. */
#ifndef SYMBOL_DEMANGLE_H
#define SYMBOL_DEMANGLE_H

#include "base/buf.h"

/* Writes the demangled name and returns true when it is a mangled one of C++, Rust or D and this
 * build has libiberty. */
bool demangle(struct str name, struct buf *to);

#endif
