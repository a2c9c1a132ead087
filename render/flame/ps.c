/* A flame graph as PS. */
#include "render/flame/figure.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    return flame_figure(picture, FIGURE_PS, sink, f);
}

static const char *const endings[] = {"ps", NULL};
static const enum figure_format figure = FIGURE_PS;

const struct output_format output_ps = {
    .name = "ps",
    .about = "a flame graph as PostScript to print",
    .endings = endings,
    .figure = &figure,
    .write = write,
    .both = true,
    .by_time = true,
};
