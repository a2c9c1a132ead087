/* Names of functions as compilers mangle them, made readable. */
#ifndef SYMBOL_DEMANGLE_H
#define SYMBOL_DEMANGLE_H

#include "base/buf.h"

/* Of C++: plain is what perf prints, without parameters, return types and the marks of clones (the
 * part of a function that is cold, or was made for constant arguments). */
enum demangle_style { DEMANGLE_PLAIN, DEMANGLE_FULL };

/* Writes the demangled name and returns true when it is a mangled one of C++, Rust or D and this
 * build has libiberty. Of what linkers put behind a name @plt stays, versions go. */
bool demangle(struct str name, enum demangle_style style, struct buf *to);

#endif
