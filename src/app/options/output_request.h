/* Where the output goes, and as what. */
#ifndef APP_OPTIONS_OUTPUT_REQUEST_H
#define APP_OPTIONS_OUTPUT_REQUEST_H

#include "render/figure/figure.h"
#include "render/flame/picture.h"
#include "render/graph/picture.h"

/* The formats are those that were asked for; request_resolve chooses one where none was. Borrows
 * from the arguments, and from the figure_request. */
struct output_request {
    const char *path;                        /* NULL: standard output */
    const struct output_format *format;      /* of flame */
    const struct graph_format *graph_format; /* of callgraph */
    const enum figure_format *figure_format; /* of what is drawn; NULL: it is no figure */
    struct figure_style figure;
    bool on_terminal; /* nothing was asked for but to look at it there */
};

#endif
