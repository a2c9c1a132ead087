/* A call graph as PNG. */
#include "render/graph/figure.h"

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    return graph_figure(picture, FIGURE_PNG, sink, f);
}

static const char *const endings[] = {"png", NULL};
static const enum figure_format figure = FIGURE_PNG;

const struct graph_format output_graph_png = {
    .name = "png",
    .about = "the picture as PNG",
    .endings = endings,
    .drawn = true,
    .figure = &figure,
    .write = write,
};
