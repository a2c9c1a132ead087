/* A flame graph as PNG. */
#include "render/flame/figure.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    return flame_figure(picture, FIGURE_PNG, sink, f);
}

static const char *const endings[] = {"png", NULL};
static const enum figure_format figure = FIGURE_PNG;

const struct output_format output_png = {
    .name = "png",
    .about = "a flame graph as a PNG",
    .endings = endings,
    .figure = &figure,
    .write = write,
    .both = true,
    .by_time = true,
};
