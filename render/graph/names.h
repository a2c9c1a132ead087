/* Shortens function names for the labels of a graph. */
#ifndef RENDER_GRAPH_NAMES_H
#define RENDER_GRAPH_NAMES_H

#include "base/buf.h"

/* Appends a name without parameters, a final " const" and template arguments. Operators keep
 * theirs; a name that would become empty stays whole. */
void graph_name_strip(struct str name, struct buf *to);

/* Appends a name longer than 32 letters as lines of at most 32, broken at blanks and after hyphens;
 * a longer word has its own line. */
void graph_name_wrap(struct str name, struct buf *to);

/* Where a line of at most so many cells ends that begins at `at`: at the last break between scopes
 * or arguments, else between words, else where no more fits. */
size_t graph_name_line_end(struct str name, size_t at, size_t most);

/* The last part of an absolute module path: "/lib/libc.so.6" is "libc.so.6", "vendor/a.py" stays.
 */
struct str graph_module_base(struct str module);

#endif
