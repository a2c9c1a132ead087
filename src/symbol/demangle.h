/* Demangles function names. */
#ifndef SYMBOL_DEMANGLE_H
#define SYMBOL_DEMANGLE_H

#include "base/buf.h"

/* For C++: PLAIN is what perf prints, without parameters, return types and clone suffixes (.cold,
 * .constprop). */
enum demangle_style { DEMANGLE_PLAIN, DEMANGLE_FULL };

/* Appends the demangled name and returns true when it is a mangled name of C++, Rust or D and this
 * build has libiberty. Keeps a linker's @plt but drops symbol versions. */
bool demangle(struct str name, enum demangle_style style, struct buf *to);

#endif
