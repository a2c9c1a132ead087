/* Where the output goes, and in which format. */
#ifndef APP_OPTIONS_OUTPUT_REQUEST_H
#define APP_OPTIONS_OUTPUT_REQUEST_H

#include "render/figure/figure.h"
#include "render/flame/picture.h"
#include "render/graph/picture.h"

/* Formats are NULL until given; request_resolve chooses the missing one. Borrows from the arguments
 * and from the figure_request. */
struct output_request {
    const char *path; /* NULL: standard output */
    const int *lent; /* borrowed: open files to write to in place of the path, of each output of the
                      * request; -1: none; NULL: no output has one */
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

/* Opens the output. */
MUST_CHECK static inline bool output_request_open(const struct output_request *output,
                                                  struct sink *sink, struct fault *f)
{
    if (output->lent && *output->lent >= 0)
        return sink_open_lent(sink, output_request_name(output), *output->lent, f);
    return sink_open(sink, output->path, f);
}

#endif
