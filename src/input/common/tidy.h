/* Names of functions as profilers print them, made fit to be read. */
#ifndef INPUT_COMMON_TIDY_H
#define INPUT_COMMON_TIDY_H

#include "base/buf.h"
#include "model/frames.h"

/* Writes the name to `to` (which is emptied) without arguments, Rust's hashes and escapes, Java's
 * leading L and the numbers of its lambdas. Separators are replaced. */
void tidy_name(struct str name, struct buf *to);

/* The same for tools whose names are fit to be read: only half-demangled Rust is repaired, its hash
 * and the numbers of Java's lambdas are cut off, and separators are replaced. */
void tidy_printed(struct str name, struct buf *to);

/* The same for those who want everything: only what separates frames and lines in folded stacks is
 * replaced, ';' by ':', a newline and a carriage return by a blank. */
void tidy_separators(struct str name, struct buf *to);
bool tidy_has_separators(struct str name);

/* The kind of a frame by its module, as perf and others name it: a path, or a word in brackets. */
enum frame_kind tidy_kind(struct str module);

/* Whether a function of Linux is one through which all stacks of the kernel are entered: by a call
 * of the system, an interrupt, a fork, the start of a processor. For formats that print the frames
 * of kernel and process without telling them apart; other names of other machines are not known. */
bool tidy_enters_kernel(struct str name);

/* Writes what stands for an unknown function: "[libc.so.6]", "[unknown]" when the module is not
 * known either; with an address, which may be empty, "[libc.so.6 <7f00>]". */
void tidy_unknown(struct str module, struct str address, struct buf *to);

/* Returns how much of the name stands before the next "->" that joins a Java method to one that was
 * inlined into it; name.n when there is none. C++'s operator-> and "-> T" of Rust are none. */
size_t tidy_until_inlined(struct str name);

#endif
