/* What was asked of callgraph alone, checked but not yet carried out. */
#ifndef APP_OPTIONS_GRAPH_REQUEST_H
#define APP_OPTIONS_GRAPH_REQUEST_H

#include "app/common/request_list.h"
#include "render/graph/picture.h"

/* Borrows texts from the arguments; owns its lists. */
struct graph_request {
    double node_least, edge_least;     /* shares, from 0 to 1; below 0: by the format */
    uint32_t most;                     /* functions; 0: all */
    uint32_t depth;                    /* with --root, --leaf, --callers, --callees */
    struct request_list roots, leaves; /* globs of names; none: all */
    struct request_list paths;
    double tolerance;                 /* of --compare: percentage points; 0: not said */
    const char *asked[GRAPH_REPORTS]; /* functions, by what is asked of them; NULL: nothing */
    const char *list_functions;       /* NULL: they are not */
    const char *colormap;
    struct graph_style style;
    bool ratios; /* --total callratios where stacks would give exact totals */
    bool no_residuals, no_hot_path;
    bool compare;     /* two inputs, the second with the first */
    bool whole_names; /* as gprof2dot compares functions, not by what is the same across runs */
    bool only_slower, only_faster, by_difference;
    bool depth_given;
    bool lines_given; /* --node-label begins anew */
};

/* The option of each report, by what is asked. */
extern const char *const graph_report_options[GRAPH_REPORTS];

/* The first of the options that ask for reports that was given; NULL: none. */
const char *graph_request_report(const struct graph_request *r);

#endif
