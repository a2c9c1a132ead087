/* Signatures in the names of functions: arguments, return types, and what compilers append. */
#ifndef MODEL_SIGNATURE_H
#define MODEL_SIGNATURE_H

#include "base/buf.h"

/* Appends the name without the arguments of functions: foo(int) const to foo; also those of
 * functions or types in which another is nested: f(int)::{lambda()#1}::operator(), D's main(int).f,
 * Zig's List(u8).append; and descriptors of the JVM: run()V. How a method was compiled stays:
 * f(int)[Tier0]. */
void signature_strip(struct str name, struct buf *to);

/* Returns where the name begins after a return type: "void foo<int>(int)", Java's "int a.B.f()",
 * .NET's "void [App] A::f"; 0 if there is none. */
size_t signature_after_type(struct str s);

/* The same for names with arguments of compiled Java and .NET alone, where the type says nothing of
 * which function it is: "int[] a.B.f(long)", "void [App] A::f(int)". */
size_t signature_after_managed_type(struct str s);

/* Returns where the C++ operator name that begins at i ends; i if there is none. */
size_t signature_after_operator(struct str s, size_t i);

#endif
