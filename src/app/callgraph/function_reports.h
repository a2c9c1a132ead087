/* --callers, --callees and --by-address: finds the functions to report on. */
#ifndef APP_CALLGRAPH_FUNCTION_REPORTS_H
#define APP_CALLGRAPH_FUNCTION_REPORTS_H

#include "app/options/graph_request.h"

/* Owns its rows. A zeroed struct may be freed. */
struct reports {
    struct graph_report *rows;
    size_t n, room;
};

/* Finds the functions of that name or, if there is none, those that match it as a glob. No match is
 * a fault; so is --by-address if none of them has addresses in the input. */
MUST_CHECK bool function_reports_find(struct reports *reports, const struct graph_request *r,
                                      const struct graph *g, struct fault *f);
void function_reports_free(struct reports *reports);

#endif
