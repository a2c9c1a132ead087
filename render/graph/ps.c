/* A call graph as PS. */
#include "render/graph/figure.h"

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    return graph_figure(picture, FIGURE_PS, sink, f);
}

static const char *const endings[] = {"ps", NULL};
static const enum figure_format figure = FIGURE_PS;

const struct graph_format output_graph_ps = {
    .name = "ps",
    .about = "the picture as PostScript, to print",
    .endings = endings,
    .drawn = true,
    .figure = &figure,
    .write = write,
};
