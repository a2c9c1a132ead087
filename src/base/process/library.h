/* Libraries that few runs need: each is loaded when it is first used, as the loader takes longer
 * for them than a small run for its work. Where one is linked into the program its functions are
 * there from the start. */
#ifndef BASE_PROCESS_LIBRARY_H
#define BASE_PROCESS_LIBRARY_H

#include <stddef.h>

/* Of a list LIST(F) of functions: the fields of a struct of pointers to them, named as they are,
 * their names, and their addresses. */
#define LIBRARY_POINTER(function) __typeof__(function) *function;
#define LIBRARY_NAME(function) #function,
#define LIBRARY_ADDRESS(function) .function = function,

/* Where a struct of pointers to functions lies: it is read-only after the start. */
#define LIBRARY_TABLE __attribute__((section(".data.rel.ro")))

/* Loads a library of the system, unless it is there, and sets a LIBRARY_TABLE of n pointers to
 * functions, in the order of their names. A library that was there when this program was built and
 * is missing ends the program with a message and status 3, as the loader would. */
void library_load(const char *file, const char *const *names, size_t n, void *functions);

#endif
