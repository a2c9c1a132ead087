/* A flame graph as PDF. */
#include "render/flame/figure.h"
#include "render/output.h"

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    return flame_figure(picture, FIGURE_PDF, sink, f);
}

static const char *const endings[] = {"pdf", NULL};
static const enum figure_format figure = FIGURE_PDF;

const struct output_format output_pdf = {
    .name = "pdf",
    .about = "a flame graph as a PDF to print, with searchable text",
    .endings = endings,
    .figure = &figure,
    .write = write,
    .both = true,
    .by_time = true,
};
