/* A call graph as a figure: written as SVG, which a child process draws. */
#include "render/graph/figure.h"

#include <math.h>

#include "render/graph/svg.h"

/* Pixels that a viewer of pictures still opens at once, and functions that fit into so many. */
enum { USUAL_PIXELS = 40000000, USUAL_FUNCTIONS = 1000 };

/* The size of the smallest text in a picture, by that of its colour map, and what can be read. */
#define SMALLEST_TEXT 1.1
#define READABLE_PX 7.0

struct drawn {
    struct graph_picture picture;
    struct graph_style style;
    struct figure_style figure;
    struct graph_view fewer; /* what the picture shows when it cannot show all */
    struct sink svg;
    double width_px, height_px;
};

static bool draw(struct drawn *d, struct fault *f)
{
    sink_discard(&d->svg);
    sink_open_buf(&d->svg);
    if (d->picture.remarks)
        buf_clear(d->picture.remarks); /* of a picture that is not written */
    return graph_svg(&d->picture, &d->svg, &d->width_px, &d->height_px, f);
}

/* The greatest scale, up to that one, at which the picture keeps its limits. */
static double fitting(const struct drawn *d, double scale, double pixels)
{
    const double step = 1e-4; /* in which a child is told the scale */
    double sides = FIGURE_PIXELS_MOST / fmax(d->width_px, d->height_px);
    double area = sqrt(pixels / (d->width_px * d->height_px));
    double most = fmin(sides, area);

    if (most >= scale)
        return scale;
    return floor(most * 0.999 / step) * step;
}

/* Shows at most so many functions. */
static void show_fewer(struct drawn *d, const struct graph_picture *whole, uint32_t most)
{
    struct graph_choice choice = *whole->choice;

    choice.most = most;
    choice.fill = most;
    choice.others = true;
    graph_view_free(&d->fewer);
    graph_view_build(&d->fewer, whole->graph, &choice);
    d->picture.view = &d->fewer;
}

static void remark(const struct graph_picture *whole, const struct drawn *d)
{
    struct sink s;

    if (!whole->remarks || d->picture.view == whole->view)
        return;
    sink_open_buf(&s);
    sink_text(&s, "the picture shows ");
    sink_grouped(&s, d->fewer.n_shown, 0);
    sink_text(&s, " of ");
    sink_grouped(&s, whole->view->n_shown, 0);
    sink_text(&s, " functions, as the text of more would be too small to read; svg and pdf show "
                  "all\n");
    buf_add(whole->remarks, buf_str(&s.buf));
    sink_discard(&s);
}

static double pixels_most(const struct graph_picture *picture, bool asked)
{
    uint64_t limit = picture->limits->image;
    uint64_t most = asked ? UINT64_MAX : USUAL_PIXELS;

    return (double)(limit && limit < most ? limit : most);
}

/* Draws at a lower scale what would have too many pixels, and fewer functions where text could not
 * be read. */
static bool draw_pixels(struct drawn *d, const struct graph_picture *whole, struct fault *f)
{
    bool asked = d->figure.paper.scale > 0;
    double wanted = asked ? d->figure.paper.scale : figure_usual_scale(FIGURE_PNG);
    double least = READABLE_PX / (SMALLEST_TEXT * colormap_font(&d->style.colours, 0));
    uint64_t most = whole->limits->dot_nodes;

    most = most && most < USUAL_FUNCTIONS ? most : USUAL_FUNCTIONS;
    if (whole->view->n_shown >= most)
        show_fewer(d, whole, most > 1 ? (uint32_t)most - 1 : 1);
    for (;;) {
        if (!draw(d, f))
            return false;
        double scale = fitting(d, wanted, pixels_most(whole, asked));
        uint32_t n = d->picture.view->n_shown;
        if (scale >= fmin(least, wanted) || n <= 1) {
            d->figure.paper.scale = fmax(scale, fmin(least, wanted));
            remark(whole, d);
            return true;
        }
        double part = scale / least;
        double fewer = floor(n * fmin(part * part, 0.9));
        show_fewer(d, whole, fewer > 1 ? (uint32_t)fewer : 1);
    }
}

bool graph_figure(const struct graph_picture *picture, enum figure_format format, struct sink *sink,
                  struct fault *f)
{
    struct drawn d = {.picture = *picture, .style = *picture->style, .figure = *picture->figure};
    struct buf title = {0};
    bool pixels = figure_has_pixels(format);

    d.style.no_script = true;
    d.style.no_paper = d.figure.transparent;
    d.picture.style = &d.style;
    graph_page_title(picture, &title);
    /* Pixels have a title in the file only where one was asked for, which the style then has. */
    if (!pixels)
        d.figure.title = buf_str(&title);
    sink_open_buf(&d.svg);
    bool ok = pixels ? draw_pixels(&d, picture, f) : draw(&d, f);
    ok = ok && figure_of_svg(buf_str(&d.svg.buf), format, &d.figure, picture->limits, sink, f);
    sink_discard(&d.svg);
    graph_view_free(&d.fewer);
    buf_free(&title);
    return ok;
}
