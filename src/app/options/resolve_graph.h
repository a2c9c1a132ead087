/* Checks the options of callgraph against each other, and derives settings from them. */
#ifndef APP_OPTIONS_RESOLVE_GRAPH_H
#define APP_OPTIONS_RESOLVE_GRAPH_H

#include "app/options/request.h"

/* Chooses the output format, and the lines of node labels if none were given. False with a fault
 * that names the option that does not fit the format or another option. */
MUST_CHECK bool resolve_graph(struct request *r, struct fault *f);

#endif
