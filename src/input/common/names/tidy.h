/* Makes function names from profilers readable. */
#ifndef INPUT_COMMON_NAMES_TIDY_H
#define INPUT_COMMON_NAMES_TIDY_H

#include "base/buf.h"
#include "model/frames.h"

/* Writes the name to `to` (emptied first) without arguments and JVM descriptors, Rust hashes and
 * escapes, LLVM's numbers, Java's leading L and the numbers of its lambdas. Replaces separators. */
void tidy_name(struct str name, struct buf *to);

/* The same for tools with readable names: only repairs half-demangled Rust, removes its hash,
 * LLVM's numbers and those of Java lambdas, and replaces separators. */
void tidy_printed(struct str name, struct buf *to);

/* Only replaces what separates frames and lines in folded stacks: ';' by ':', newline and carriage
 * return by a blank. */
void tidy_separators(struct str name, struct buf *to);
bool tidy_has_separators(struct str name);

/* The kind of a frame by its module as perf and others write it: a path, or a word in brackets. */
enum frame_kind tidy_kind(struct str module);

/* Whether this is a function of Linux through which all kernel stacks enter: by a system call, an
 * interrupt, a fork, or the start of a processor. For formats that do not separate kernel frames
 * from those of the process. Not complete for all machines. */
bool tidy_enters_kernel(struct str name);

/* Writes the name for an unknown function: "[libc.so.6]"; "[unknown]" if the module is not known
 * either; with an address, unless empty, "[libc.so.6 <7f00>]". */
void tidy_unknown(struct str module, struct str address, struct buf *to);

/* Returns the name without the version that its library gives a symbol: memcpy of
 * memcpy@@GLIBC_2.14, and of the old memcpy@GLIBC_2.2.5. */
struct str tidy_version(struct str name);

/* Whether the name is what some tool writes where it could not follow a stack to its root, or gave
 * up at a limit: <unwind failure>, [Truncated Stack]. */
bool tidy_is_cut(struct str name);

/* Finds the place that engines put into the names of their code in maps: "JS:*f /srv/a.js:12:7" of
 * V8, "py::f:/srv/a.py" of Python. The line is that of the function; 0: not told. */
bool tidy_place_in(struct str name, struct str *file, uint64_t *line);

/* Returns the name inside b'NAME' or b"NAME", as Python 3 prints bytes; another name as it is. */
struct str tidy_bytes(struct str name);

/* Returns the length of the name before the next "->" that joins a Java method to one inlined into
 * it; name.n if there is none. Ignores C++'s operator-> and Rust's "-> T". */
size_t tidy_until_inlined(struct str name);

#endif
