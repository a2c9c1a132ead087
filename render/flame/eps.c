/* A flame graph as EPS. */
#include "render/flame/figure.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    return flame_figure(picture, FIGURE_EPS, sink, f);
}

static const char *const endings[] = {"eps", NULL};
static const enum figure_format figure = FIGURE_EPS;

const struct output_format output_eps = {
    .name = "eps",
    .about = "a flame graph as an Encapsulated PostScript file of one page",
    .endings = endings,
    .figure = &figure,
    .write = write,
    .both = true,
    .by_time = true,
};
