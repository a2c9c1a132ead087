/* A call graph as SVG: complete without scripts, interactive with them. Everything that matters is
 * a presentation attribute; the style sheet only adds dark mode.
 *
 *   <svg> <title> <desc> <style> paper
 *     <g class="head"> title, how much is shown
 *     <g class="graph" transform="translate(left, top)"> edges, labels, nodes
 *     <g class="legend">
 *   <script> */
#include "render/graph/svg.h"

#include <math.h>

#include "render/common/web_assets.h"
#include "render/graph/canvas.h"
#include "render/graph/comparison.h"
#include "render/graph/others.h"
#include "render/graph/place.h"

/* From this size on the names of the first and the last function of the hot path can be read. */
#define READABLE_PX 11.0

enum { MARGIN = 20, HEAD = 66, TITLE_FONT = 17, FONT = 12, LEAST_WIDTH = 440, WIDE = 720 };

/* "; 1,200 to 900 samples, -300 (-25.00%)" unless the title says it, and how it was compared. */
static void compared(struct graph_canvas *c)
{
    const struct graph_picture *p = c->d->picture;

    for (unsigned i = 0; i < 2; i++) {
        buf_clear(&c->text);
        if (i)
            graph_comparison_note(p, &c->text);
        else if (p->style->title.n)
            graph_comparison_headline(p, &c->text);
        sink_text(c->s, c->text.n ? "; " : "");
        graph_canvas_clean(c, buf_str(&c->text));
    }
}

/* ", 16 of 81 dashed lines through what is not shown" */
static void dashed(struct graph_canvas *c)
{
    uint32_t n = c->d->n_edges - c->d->n_calls;
    uint32_t all = c->d->picture->view->n_dashed;

    if (!all)
        return;
    sink_text(c->s, ", ");
    sink_grouped(c->s, n, 0);
    if (n < all) {
        sink_text(c->s, " of ");
        sink_grouped(c->s, all, 0);
    }
    sink_text(c->s, all == 1 ? " dashed line" : " dashed lines");
    sink_text(c->s, " through what is not shown");
}

/* "; the 247 others hold 4.35% by themselves" */
static void left_out(struct graph_canvas *c)
{
    const struct graph_picture *p = c->d->picture;

    if (!p->view->others.n)
        return;
    buf_clear(&c->text);
    graph_others_name(p, &c->text);
    buf_add(&c->text, p->view->others.n == 1 ? STR(" has ") : STR(" have "));
    graph_others_numbers(p, &c->text);
    sink_text(c->s, "; ");
    graph_canvas_clean(c, buf_str(&c->text));
}

/* "99 of 346 functions, 135 of 336 calls; 247 others have 4.35% by themselves" */
static void shown(struct graph_canvas *c)
{
    const struct drawing *d = c->d;
    const struct graph_view *v = d->picture->view;

    sink_grouped(c->s, v->n_shown, 0);
    sink_text(c->s, " of ");
    sink_grouped(c->s, v->g->n_met, 0);
    sink_text(c->s, v->g->n_met == 1 ? " function, " : " functions, ");
    sink_grouped(c->s, d->n_calls + d->n_within, 0);
    sink_text(c->s, " of ");
    sink_grouped(c->s, v->g->n_edges, 0);
    sink_text(c->s, v->g->n_edges == 1 ? " call" : " calls");
    dashed(c);
    left_out(c);
    if (d->picture->both)
        compared(c);
}

static void describe(struct graph_canvas *c)
{
    const struct graph_view *v = c->d->picture->view;

    sink_text(c->s, "<desc>A box is a function, a line leads from a caller to what it calls; ");
    shown(c);
    sink_text(c->s, " are shown.");
    for (uint32_t i = 0; i < v->n_hot; i++) {
        sink_text(c->s, i ? " \xE2\x86\x92 " : " Hot path: ");
        buf_clear(&c->text);
        graph_function_name(v->g, v->hot[i], &c->text);
        graph_canvas_clean(c, buf_str(&c->text));
    }
    sink_text(c->s, v->n_hot ? ".</desc>\n" : "</desc>\n");
}

/* The parts around the graph; a narrow graph is centred below its title. */
struct page {
    double width, height, left, legend_top;
};

static struct page page_of(const struct drawing *d)
{
    bool is_wide = d->picture->both || d->picture->view->others.n;
    struct buf title = {0};
    struct page page;

    graph_title(d->picture, &title);
    double title_px = ceil((double)text_cells(buf_str(&title)) * TITLE_FONT * GRAPH_CELL);
    double least = is_wide ? WIDE : fmin(fmax(title_px + 2 * MARGIN, LEAST_WIDTH), WIDE);
    page.width = fmax(ceil(d->width_px) + 2 * MARGIN, least);
    buf_free(&title);
    page.left = floor((page.width - d->width_px) / 2);
    page.legend_top = HEAD + ceil(d->height_px) + MARGIN;
    page.height = page.legend_top + graph_svg_legend_height(d) + MARGIN;
    return page;
}

static void open_svg(struct graph_canvas *c, const struct page *page)
{
    const struct graph_style *style = c->d->picture->style;

    sink_text(c->s, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                    "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    graph_canvas_number(c, "width", page->width);
    graph_canvas_number(c, "height", page->height);
    sink_text(c->s, " viewBox=\"0 0 ");
    sink_short(c->s, page->width, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, page->height, 2);
    sink_text(c->s, "\" class=\"mono\" font-family=\"monospace\"");
    graph_canvas_number(c, "font-size", FONT);
    sink_text(c->s, " role=\"img\" data-self=\"");
    sink_u64(c->s, c->d->picture->view->m->sum);
    sink_text(c->s, "\" data-least=\"");
    sink_short(c->s, READABLE_PX / drawing_least_end(c->d->picture), 3);
    if (c->d->picture->both) {
        sink_text(c->s, "\" data-before=\"");
        sink_u64(c->s, c->d->picture->before->sum);
    }
    sink_text(c->s, "\">\n<title>");
    buf_clear(&c->text);
    graph_page_title(c->d->picture, &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
    sink_text(c->s, "</title>\n");
    describe(c);
    web_write(c->s, "style", style->no_script ? &web_graph_style : &web_graph_viewer_style);
    if (!style->no_paper)
        sink_text(c->s,
                  "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

static void head(struct graph_canvas *c, const struct page *page)
{
    struct buf fitted = {0};

    sink_text(c->s, "<g class=\"head\"><text class=\"ui\" font-weight=\"bold\"");
    graph_canvas_number(c, "x", MARGIN);
    graph_canvas_number(c, "y", MARGIN + 10);
    graph_canvas_number(c, "font-size", TITLE_FONT);
    graph_canvas_ink(c, "fill", false);
    sink_byte(c->s, '>');
    buf_clear(&c->text);
    graph_exact_title(c->d->picture, &c->text);
    if (c->text.n) {
        sink_text(c->s, "<title>");
        graph_canvas_clean(c, buf_str(&c->text));
        sink_text(c->s, "</title>");
    }
    buf_clear(&c->text);
    graph_title(c->d->picture, &c->text);
    double cells = (page->width - 2 * MARGIN) / (TITLE_FONT * GRAPH_CELL);
    text_fit(buf_str(&c->text), (size_t)cells, TEXT_CUT_RIGHT, &fitted);
    graph_canvas_clean(c, buf_str(&fitted));
    sink_text(c->s, "</text>\n<text class=\"faint\"");
    graph_canvas_number(c, "x", MARGIN);
    graph_canvas_number(c, "y", MARGIN + 29);
    graph_canvas_ink(c, "fill", true);
    sink_byte(c->s, '>');
    shown(c);
    sink_text(c->s, "</text></g>\n");
    buf_free(&fitted);
}

static void draw(struct graph_canvas *c, const struct page *page)
{
    open_svg(c, page);
    head(c, page);
    sink_text(c->s, "<g class=\"graph\" transform=\"translate(");
    sink_short(c->s, page->left, 2);
    sink_byte(c->s, ',');
    sink_u64(c->s, HEAD);
    sink_text(c->s, ")\">\n");
    graph_svg_clusters(c);
    graph_svg_edges(c);
    graph_svg_boxes(c);
    sink_text(c->s, "</g>\n");
    graph_svg_legend(c, MARGIN, page->legend_top);
    if (!c->d->picture->style->no_script)
        web_write(c->s, "script", &web_graph_script);
    sink_text(c->s, "</svg>\n");
}

static bool check_elements(const struct drawing *d, struct fault *f)
{
    uint64_t limit = d->picture->limits->elements;

    return graph_svg_elements(d) <= limit || limits_reached(f, "svg", "elements", limit);
}

bool graph_svg(const struct graph_picture *picture, struct sink *sink, double *width_px,
               double *height_px, struct fault *f)
{
    struct drawing d;
    struct graph_canvas c = {.d = &d, .s = sink, .xml = {.s = sink}};

    drawing_build(&d, picture);
    bool ok = check_elements(&d, f) && graph_place(&d, f);
    if (ok) {
        struct page page = page_of(&d);
        *width_px = page.width;
        *height_px = page.height;
        draw(&c, &page);
    }
    graph_canvas_free(&c);
    drawing_free(&d);
    return ok;
}

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    double width_px;
    double height_px;

    return graph_svg(picture, sink, &width_px, &height_px, f);
}

static const char *const endings[] = {"svg", NULL};

const struct graph_format output_graph_svg = {
    .name = "svg",
    .about = "the call graph as one interactive SVG file",
    .endings = endings,
    .drawn = true,
    .write = write,
};
