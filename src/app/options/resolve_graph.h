/* What follows from the options of callgraph together. */
#ifndef APP_OPTIONS_RESOLVE_GRAPH_H
#define APP_OPTIONS_RESOLVE_GRAPH_H

#include "app/options/request.h"

/* Chooses the output format, and the lines of labels where none were asked for. False with a fault
 * that names the option which does not go with the format or with another option. */
MUST_CHECK bool resolve_graph(struct request *r, struct fault *f);

#endif
