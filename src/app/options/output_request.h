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
    bool among_others; /* one of several outputs: messages about it name it */
    bool quiet;        /* the same: there are no messages about it */
    bool on_terminal;  /* the output is shown on a terminal, and no format was given */
};

/* What messages call the output. */
static inline const char *output_request_name(const struct output_request *output)
{
    return output->path ? output->path : "standard output";
}

#endif
