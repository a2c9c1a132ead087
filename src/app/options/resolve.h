/* Checks options against each other, and derives settings from their combination. */
#ifndef APP_OPTIONS_RESOLVE_H
#define APP_OPTIONS_RESOLVE_H

#include "app/options/callgraph_request.h"
#include "app/options/flame_request.h"
#include "app/options/request.h"

/* Chooses the output format, and sets how inputs are read for it. False with a FAULT_USAGE if
 * options exclude each other. */
MUST_CHECK bool request_resolve(struct request *r, struct fault *f);

/* Views of the request for a flame graph and for a call graph; they borrow it. */
struct flame_request request_flame(const struct request *r);
struct callgraph_request request_callgraph(const struct request *r);

#endif
