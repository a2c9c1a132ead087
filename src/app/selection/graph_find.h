/* Finds functions of a graph by the names and globs that options give. */
#ifndef APP_SELECTION_GRAPH_FIND_H
#define APP_SELECTION_GRAPH_FIND_H

#include "app/common/request_list.h"
#include "base/buf.h"
#include "model/graph/graph.h"

/* Returns a function's name as a C string, valid until room changes. A NUL inside the name ends
 * it. */
const char *graph_c_name(const struct graph *g, uint32_t function, struct buf *room);

/* Sets marks of the functions of that name, with or without its mark (_[k]); if there are none, of
 * those that match it as a glob. Returns whether there are any. */
bool graph_find(const struct graph *g, const char *name, bool *marks);

/* Sets marks of the functions that match the names or globs, in an array that the caller frees;
 * *marks stays as it is if there are no globs. A glob without a match is a fault. */
MUST_CHECK bool graph_find_all(const struct graph *g, const struct request_list *globs,
                               const char *option, bool **marks, struct fault *f);

/* Sets the fault for a name without a match, with the nearest name. Returns false. */
bool graph_find_none(const struct graph *g, const char *option, const char *glob, struct fault *f);

#endif
