/* The functions of a graph that options name. */
#ifndef APP_CALLGRAPH_GRAPH_FIND_H
#define APP_CALLGRAPH_GRAPH_FIND_H

#include "app/common/request_list.h"
#include "base/buf.h"
#include "model/graph/graph.h"

/* A function's name as a C string; it has no NUL in it where it is to match. */
const char *graph_c_name(const struct graph *g, uint32_t function, struct buf *room);

/* Marks the functions of that name, with its mark or without; where there are none, those that it
 * names as a glob. Returns whether there are any. */
bool graph_find(const struct graph *g, const char *name, bool *marks);

/* Marks the functions that names or globs name, in an array that the caller frees and that is only
 * made where there are globs; a glob that names none is a fault. */
MUST_CHECK bool graph_find_all(const struct graph *g, const struct request_list *globs,
                               const char *option, bool **marks, struct fault *f);

/* Records that no function has the name, and which one is nearest. Returns false. */
bool graph_find_none(const struct graph *g, const char *option, const char *glob, struct fault *f);

#endif
