/* Demangles function names. */
#ifndef SYMBOL_DEMANGLE_H
#define SYMBOL_DEMANGLE_H

#include "base/buf.h"

/* For C++: PLAIN is what perf prints, without parameters, return types and clone suffixes (.cold,
 * .constprop). */
enum demangle_style { DEMANGLE_PLAIN, DEMANGLE_FULL };

/* Back references let a few bytes stand for gigabytes of name. */
enum demangled {
    NOT_MANGLED, /* or this build has no libiberty */
    DEMANGLED,
    DEMANGLED_TOO_LONG, /* beyond what demangle_most allows: the mangled name should stay */
};

/* The most bytes to which a mangled name of n bytes is demangled. */
static inline size_t demangle_most(size_t n)
{
    return (16 << 10) + 64 * n;
}

/* Writes the demangled name of a function of C++, Rust or D to `to` (emptied first). Keeps a
 * linker's @plt but drops symbol versions. */
enum demangled demangle(struct str name, enum demangle_style style, struct buf *to);

#endif
