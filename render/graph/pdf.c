/* A call graph as PDF. */
#include "render/graph/figure.h"

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    return graph_figure(picture, FIGURE_PDF, sink, f);
}

static const char *const endings[] = {"pdf", NULL};
static const enum figure_format figure = FIGURE_PDF;

const struct graph_format output_graph_pdf = {
    .name = "pdf",
    .about = "the picture as PDF",
    .endings = endings,
    .drawn = true,
    .figure = &figure,
    .write = write,
};
