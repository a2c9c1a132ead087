/* The options that only callgraph has, checked but not yet carried out. */
#ifndef APP_OPTIONS_GRAPH_REQUEST_H
#define APP_OPTIONS_GRAPH_REQUEST_H

#include "app/common/request_list.h"
#include "render/graph/picture.h"

/* Borrows texts from the arguments; owns its lists. */
struct graph_request {
    double node_least, edge_least;     /* shares, from 0 to 1; negative: the format's default */
    uint32_t most, fill;               /* as in struct graph_choice */
    double light;                      /* as there */
    bool runs;                         /* as there */
    bool others;                       /* what they leave out is drawn as one box */
    uint32_t depth;                    /* limit of --root, --leaf, --callers, --callees */
    struct request_list roots, leaves; /* globs of function names; none: all */
    struct request_list paths;
    double tolerance;                 /* of --compare: percentage points; 0: not given */
    const char *asked[GRAPH_REPORTS]; /* by report: the functions to report on; NULL: none */
    const char *list_functions;       /* the argument of --list-functions; NULL: not given */
    const char *colormap;             /* NULL until resolved: the format's default */
    struct graph_style style;
    bool ratios; /* --total callratios: estimates totals even if stacks give exact ones */
    bool no_residuals, no_hot_path;
    bool compare;     /* compares the second of two inputs with the first */
    bool whole_names; /* matches functions by their whole names, as gprof2dot does, not by identity
                         across runs */
    bool only_slower, only_faster, by_difference;
    bool depth_given;
    bool lines_given; /* a --node-label was given, so it replaced the default */
};

/* The option of each report, by enum value. */
extern const char *const graph_report_options[GRAPH_REPORTS];

/* Returns the first option given that asks for a report; NULL: none. */
const char *graph_request_report(const struct graph_request *r);

#endif
