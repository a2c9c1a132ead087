/* A call graph as a figure: written as SVG, which a child process draws. */
#include "render/graph/figure.h"

extern const struct graph_format output_graph_svg;

bool graph_figure(const struct graph_picture *picture, enum figure_format format, struct sink *sink,
                  struct fault *f)
{
    struct graph_picture still = *picture;
    struct graph_style style = *picture->style;
    struct figure_style figure = *picture->figure;
    struct buf title = {0};
    struct sink svg;

    style.no_script = true;
    style.no_paper = figure.transparent;
    still.style = &style;
    graph_title(picture, &title);
    /* Pixels have a title in the file only where one was asked for, which the style then has. */
    if (!figure_has_pixels(format))
        figure.title = buf_str(&title);
    sink_open_buf(&svg);
    bool ok = output_graph_svg.write(&still, &svg, f) &&
              figure_of_svg(buf_str(&svg.buf), format, &figure, picture->limits, sink, f);
    sink_discard(&svg);
    buf_free(&title);
    return ok;
}
