/* What follows from several options together. */
#ifndef APP_OPTIONS_RESOLVE_H
#define APP_OPTIONS_RESOLVE_H

#include "app/options/callgraph_request.h"
#include "app/options/request.h"

/* Works out, once, what rooms would have to ask of the parts of others. */
void request_resolve(struct request *r);

/* The parts of a request that say what is asked of its inputs, and those of a call graph. */
struct input_request request_input(const struct request *r);
struct callgraph_request request_callgraph(const struct request *r);

#endif
