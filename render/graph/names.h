/* Names of functions as labels of a graph show them. */
#ifndef RENDER_GRAPH_NAMES_H
#define RENDER_GRAPH_NAMES_H

#include "base/buf.h"

/* Appends a name without its parameters, then without " const" at its end, then without template
 * arguments; operators keep theirs, and what would leave nothing stays whole. */
void graph_name_strip(struct str name, struct buf *to);

/* Appends a name that is longer than 32 letters as lines of at most 32, broken at blanks and behind
 * hyphens; a word that is longer has a line of its own. */
void graph_name_wrap(struct str name, struct buf *to);

/* The last part of a module's path: "/lib/libc.so.6" is "libc.so.6", "vendor/a.py" stays. */
struct str graph_module_base(struct str module);

#endif
