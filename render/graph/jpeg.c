/* A call graph as JPEG. */
#include "render/graph/figure.h"

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    return graph_figure(picture, FIGURE_JPEG, sink, f);
}

static const char *const endings[] = {"jpg", "jpeg", NULL};
static const enum figure_format figure = FIGURE_JPEG;

const struct graph_format output_graph_jpeg = {
    .name = "jpeg",
    .about = "the picture as JPEG",
    .endings = endings,
    .drawn = true,
    .figure = &figure,
    .write = write,
};
