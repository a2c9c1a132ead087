/* Reads traces with libbabeltrace2. */
#ifndef INPUT_BABELTRACE_CHILD_GRAPH_H
#define INPUT_BABELTRACE_CHILD_GRAPH_H

#include "base/buf.h"

/* The most words of the library about a failure. */
enum { GRAPH_WORDS = 300 };

/* Writes the events of all traces, ordered by time, to standard output as records. `paths` are
 * those of their folders, each with a NUL behind it; words leave the first `hidden` bytes of each
 * out. False with words that say why. */
bool graph_write(struct str paths, size_t hidden, char words[GRAPH_WORDS]);

#endif
