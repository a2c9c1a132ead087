/* A flame graph as JPEG. */
#include "render/flame/figure.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    return flame_figure(picture, FIGURE_JPEG, sink, f);
}

static const char *const endings[] = {"jpg", "jpeg", NULL};
static const enum figure_format figure = FIGURE_JPEG;

const struct output_format output_jpeg = {
    .name = "jpeg",
    .about = "a flame graph as a JPEG",
    .endings = endings,
    .figure = &figure,
    .write = write,
    .both = true,
    .by_time = true,
};
