/* Where the output goes, and in which format. */
#ifndef APP_OPTIONS_OUTPUT_REQUEST_H
#define APP_OPTIONS_OUTPUT_REQUEST_H

#include "render/figure/figure.h"
#include "render/flame/picture.h"
#include "render/graph/picture.h"

/* Formats are NULL until given; request_resolve chooses the missing one. Borrows from the arguments
 * and from the figure_request. */
struct output_request {
    const char *path;                        /* NULL: standard output */
    const struct output_format *format;      /* for flame */
    const struct graph_format *graph_format; /* for callgraph */
    const enum figure_format *figure_format; /* how the picture is printed; NULL: no figure */
    struct figure_style figure;
    bool on_terminal; /* the output is shown on a terminal, and no format was given */
};

#endif
