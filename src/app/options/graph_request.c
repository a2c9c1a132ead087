/* --callers main: finds out which option asks for a report. */
#include "app/options/graph_request.h"

const char *const graph_report_options[GRAPH_REPORTS] = {
    [GRAPH_CALLERS] = "--callers",
    [GRAPH_CALLEES] = "--callees",
    [GRAPH_PLACES] = "--by-address",
};

const char *graph_request_report(const struct graph_request *r)
{
    for (unsigned i = 0; i < GRAPH_REPORTS; i++)
        if (r->asked[i])
            return graph_report_options[i];
    return NULL;
}
