/* Arranges the page of a call graph. The free room above and below the graph is known by columns of
 * the page: how far down the first and the last part of the graph in each lie. */
#include "render/graph/svg_page.h"

#include <math.h>

#include "render/common/text.h"

/* A picture in a README is shown so wide; there text has its size, but in one so wide that nothing
 * else could be read. */
#define SHOWN_PX 900.0
#define SCALE_MOST 3.0

enum {
    LEAST_WIDTH = 480,
    WIDE = 720,
    LINE = 17,
    BINS = 128,
    PIECES = 8,
    GAP = 12,
    COLUMNS_MOST = 3
};

/* Below the head, from the left margin on. */
struct skyline {
    double bin_px, offset; /* offset: of the graph */
    double first[BINS], last[BINS];
};

double graph_page_width(const struct drawing *d)
{
    bool is_wide = d->picture->both || d->picture->view->others.n;
    struct buf title = {0};

    graph_title(d->picture, &title);
    double title_px = ceil((double)text_cells(buf_str(&title)) * GRAPH_TITLE_FONT * GRAPH_CELL);
    double least = is_wide ? WIDE : fmin(fmax(title_px + 2 * GRAPH_MARGIN, LEAST_WIDTH), WIDE);
    buf_free(&title);
    return fmax(ceil(d->width_px) + 2 * GRAPH_MARGIN, least);
}

double graph_page_scale(double width)
{
    return fmin(fmax(1, width / SHOWN_PX), SCALE_MOST);
}

double graph_page_baseline(double scale, size_t line)
{
    return GRAPH_MARGIN + 10 * scale + (line ? 2 + (double)line * LINE : 0) * scale;
}

/* Takes note of what lies between two corners, with a gap around it. */
static void cover(struct skyline *s, struct drawn_point a, struct drawn_point b, double gap)
{
    double from = (fmin(a.x, b.x) - gap + s->offset) / s->bin_px;
    double to = (fmax(a.x, b.x) + gap + s->offset) / s->bin_px;

    for (size_t i = (size_t)fmin(fmax(floor(from), 0), BINS); i < BINS && (double)i <= to; i++) {
        s->first[i] = fmin(s->first[i], fmin(a.y, b.y) - gap);
        s->last[i] = fmax(s->last[i], fmax(a.y, b.y) + gap);
    }
}

static void cover_area(struct skyline *s, struct drawn_point middle, double width, double height)
{
    cover(s, (struct drawn_point){middle.x - width / 2, middle.y - height / 2},
          (struct drawn_point){middle.x + width / 2, middle.y + height / 2}, GAP);
}

static double on_curve(double a, double b, double c, double e, double t)
{
    double u = 1 - t;

    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * e;
}

static void cover_way(struct skyline *s, const struct drawing *d, const struct drawn_edge *edge)
{
    const struct drawn_point *p = d->points + edge->first_point;

    if (!edge->points) {
        cover(s, d->boxes[edge->caller].middle, d->boxes[edge->callee].middle, GAP);
        return;
    }
    for (size_t i = 0; i + 3 < edge->points; i += 3) {
        struct drawn_point at = p[i];
        for (unsigned piece = 1; piece <= PIECES; piece++) {
            double t = (double)piece / PIECES;
            struct drawn_point next = {on_curve(p[i].x, p[i + 1].x, p[i + 2].x, p[i + 3].x, t),
                                       on_curve(p[i].y, p[i + 1].y, p[i + 2].y, p[i + 3].y, t)};
            cover(s, at, next, GAP);
            at = next;
        }
    }
}

static void look(struct skyline *s, const struct drawing *d, double inner, double offset)
{
    s->bin_px = inner / BINS;
    s->offset = offset;
    for (size_t i = 0; i < BINS; i++) {
        s->first[i] = d->height_px;
        s->last[i] = 0;
    }
    for (uint32_t i = 0; i < d->n_boxes; i++)
        cover_area(s, d->boxes[i].middle, d->boxes[i].width_px, d->boxes[i].height_px);
    for (uint32_t i = 0; i < d->n_edges; i++) {
        const struct drawn_edge *e = &d->edges[i];
        cover_way(s, d, e);
        if (e->label.n)
            cover_area(s, e->label_middle, e->label.width_px, e->label.height_px);
    }
    for (uint32_t i = 0; i < d->n_clusters; i++) {
        const struct drawn_cluster *c = &d->clusters[i];
        cover(s, c->corner,
              (struct drawn_point){c->corner.x + c->width_px, c->corner.y + c->height_px}, GAP);
    }
}

/* Where the legend stands in these bins: at the foot, at the head if that is free, else below. */
static double height_at(const struct skyline *s, size_t from, size_t n, double height, double graph)
{
    double first = graph;
    double last = 0;

    for (size_t i = from; i < from + n; i++) {
        first = fmin(first, s->first[i]);
        last = fmax(last, s->last[i]);
    }
    if (last + height > graph && first >= height)
        return 0;
    return fmax(last, graph - height);
}

/* Tries each place; those at the sides come first. A legend that is wider than the page has none.
 */
static void place_legend(const struct drawing *d, struct graph_page *page, unsigned columns,
                         double left)
{
    struct skyline s;
    struct drawn_size size = graph_svg_legend_size(d, columns);
    double inner = page->width - 2 * GRAPH_MARGIN;
    double graph = ceil(d->height_px);

    look(&s, d, inner, left - GRAPH_MARGIN);
    size_t n = (size_t)ceil(size.width * page->scale / s.bin_px);
    if (n > BINS)
        return;
    for (size_t i = 0; i <= BINS - n; i++) {
        size_t bin = i == 0 ? 0 : BINS - n + 1 - i;
        double x = i == 1 ? inner - size.width * page->scale : (double)bin * s.bin_px;
        double y = height_at(&s, bin, n, size.height * page->scale, graph);
        double end = fmax(y + size.height * page->scale, graph);
        if (end + 0.5 >= page->height)
            continue;
        page->height = end;
        page->left = left;
        page->columns = columns;
        page->legend = (struct drawn_point){GRAPH_MARGIN + x, page->top + y};
    }
}

struct graph_page graph_page_of(const struct drawing *d, double width, size_t lines)
{
    struct graph_page page = {.width = width, .scale = graph_page_scale(width), .columns = 1};
    struct drawn_size size = graph_svg_legend_size(d, 1);
    unsigned columns = d->picture->style->no_script ? COLUMNS_MOST : 1; /* a viewer has a panel */
    double middle = floor((width - d->width_px) / 2);

    page.top = floor(graph_page_baseline(page.scale, lines) + LINE * page.scale);
    page.left = middle;
    page.legend = (struct drawn_point){GRAPH_MARGIN, page.top + ceil(d->height_px) + GRAPH_MARGIN};
    page.height = ceil(d->height_px) + GRAPH_MARGIN + size.height * page.scale;
    for (unsigned i = 1; i <= columns; i++) {
        place_legend(d, &page, i, middle);
        place_legend(d, &page, i, GRAPH_MARGIN);
    }
    page.height = ceil(page.top + page.height + GRAPH_MARGIN);
    return page;
}
