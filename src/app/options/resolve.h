/* What follows from several options together. */
#ifndef APP_OPTIONS_RESOLVE_H
#define APP_OPTIONS_RESOLVE_H

#include "app/options/callgraph_request.h"
#include "app/options/flame_request.h"
#include "app/options/request.h"

/* Works out, once, what rooms would have to ask of the parts of others: the format, what inputs are
 * read for. False with a FAULT_USAGE where options do not go with each other. */
MUST_CHECK bool request_resolve(struct request *r, struct fault *f);

/* The parts that a flame graph and a call graph are drawn from. */
struct flame_request request_flame(const struct request *r);
struct callgraph_request request_callgraph(const struct request *r);

#endif
