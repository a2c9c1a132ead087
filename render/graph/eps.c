/* A call graph as EPS. */
#include "render/graph/figure.h"

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    return graph_figure(picture, FIGURE_EPS, sink, f);
}

static const char *const endings[] = {"eps", NULL};
static const enum figure_format figure = FIGURE_EPS;

const struct graph_format output_graph_eps = {
    .name = "eps",
    .about = "the picture as one page of Encapsulated PostScript",
    .endings = endings,
    .drawn = true,
    .figure = &figure,
    .write = write,
};
