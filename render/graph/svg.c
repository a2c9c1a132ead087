/* A call graph as SVG: complete without scripts, interactive with them. Everything that matters is
 * a presentation attribute; the style sheet only adds dark mode.
 *
 *   <svg> <title> <desc> <style> paper
 *     <g class="head"> title, how much is shown
 *     <g class="graph" transform="translate(left, top)"> edges, labels, nodes
 *     <g class="legend">
 *   <script> */
#include "render/graph/svg.h"

#include "render/common/text.h"
#include "render/common/web_assets.h"
#include "render/graph/canvas.h"
#include "render/graph/comparison.h"
#include "render/graph/others.h"
#include "render/graph/place.h"
#include "render/graph/svg_page.h"

/* From this size on the names of the first and the last function of the hot path can be read. */
#define READABLE_PX 11.0

/* "; 1,200 to 900 samples, -300 (-25.00%)" unless the title says it, and how it was compared. */
static void compared(const struct graph_picture *p, struct buf *to)
{
    for (unsigned i = 0; i < 2; i++) {
        struct buf text = {0};
        if (i)
            graph_comparison_note(p, &text);
        else if (p->style->title.n)
            graph_comparison_headline(p, &text);
        buf_add(to, text.n ? STR("; ") : STR(""));
        buf_add(to, buf_str(&text));
        buf_free(&text);
    }
}

/* ", 16 of 81 dashed lines through what is not shown" */
static void dashed(const struct drawing *d, struct sink *s)
{
    uint32_t n = d->n_edges - d->n_calls;
    uint32_t all = d->picture->view->n_dashed;

    if (!all)
        return;
    sink_text(s, ", ");
    sink_grouped(s, n, 0);
    if (n < all) {
        sink_text(s, " of ");
        sink_grouped(s, all, 0);
    }
    sink_text(s, all == 1 ? " dashed line" : " dashed lines");
    sink_text(s, " through what is not shown");
}

/* "; the 247 others hold 4.35% by themselves" */
static void left_out(const struct graph_picture *p, struct buf *to)
{
    if (!p->view->others.n)
        return;
    buf_add(to, STR("; "));
    graph_others_name(p, to);
    buf_add(to, p->view->others.n == 1 ? STR(" has ") : STR(" have "));
    graph_others_numbers(p, to);
}

/* Appends clean text: "99 of 346 functions, 135 of 336 calls; 247 others have 4.35%". */
static void shown(const struct drawing *d, struct buf *to)
{
    const struct graph_view *v = d->picture->view;
    struct sink s;

    sink_open_buf(&s);
    sink_grouped(&s, v->n_shown, 0);
    sink_text(&s, " of ");
    sink_grouped(&s, v->g->n_met, 0);
    sink_text(&s, v->g->n_met == 1 ? " function, " : " functions, ");
    sink_grouped(&s, d->n_calls + d->n_within, 0);
    sink_text(&s, " of ");
    sink_grouped(&s, v->g->n_edges, 0);
    sink_text(&s, v->g->n_edges == 1 ? " call" : " calls");
    dashed(d, &s);
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
    left_out(d->picture, to);
    if (d->picture->both)
        compared(d->picture, to);
}

/* The end of the line of so many cells that begins there: behind a blank, if there is one. */
static size_t line_end(struct str text, size_t at, size_t cells)
{
    size_t end = text.n;

    while (end > at && text_cells(str_from_to(text, at, end)) > cells) {
        size_t before = end - 1;
        while (before > at && text.p[before - 1] != ' ')
            before--;
        if (before == at)
            break;
        end = before;
    }
    return end;
}

static size_t line_cells(double width)
{
    double scale = graph_page_scale(width);

    return (size_t)((width - 2 * GRAPH_MARGIN) / (GRAPH_FONT * GRAPH_CELL * scale));
}

static size_t lines_of(struct str text, double width)
{
    size_t n = 0;

    for (size_t at = 0; at < text.n; n++)
        at = line_end(text, at, line_cells(width));
    return n;
}

static void describe(struct graph_canvas *c)
{
    const struct graph_view *v = c->d->picture->view;

    sink_text(c->s, "<desc>A box is a function, a line leads from a caller to what it calls; ");
    buf_clear(&c->text);
    shown(c->d, &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
    sink_text(c->s, " are shown.");
    for (uint32_t i = 0; i < v->n_hot; i++) {
        sink_text(c->s, i ? " \xE2\x86\x92 " : " Hot path: ");
        buf_clear(&c->text);
        graph_function_name(v->g, v->hot[i], &c->text);
        graph_canvas_clean(c, buf_str(&c->text));
    }
    sink_text(c->s, v->n_hot ? ".</desc>\n" : "</desc>\n");
}

static void open_svg(struct graph_canvas *c, const struct graph_page *page)
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
    graph_canvas_number(c, "font-size", GRAPH_FONT);
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

static void title(struct graph_canvas *c, const struct graph_page *page)
{
    struct buf fitted = {0};
    double size = GRAPH_TITLE_FONT * page->scale;

    sink_text(c->s, "<text class=\"ui\" font-weight=\"bold\"");
    graph_canvas_number(c, "x", GRAPH_MARGIN);
    graph_canvas_number(c, "y", graph_page_baseline(page->scale, 0));
    graph_canvas_number(c, "font-size", size);
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
    double cells = (page->width - 2 * GRAPH_MARGIN) / (size * GRAPH_CELL);
    text_fit(buf_str(&c->text), (size_t)cells, TEXT_CUT_RIGHT, &fitted);
    graph_canvas_clean(c, buf_str(&fitted));
    sink_text(c->s, "</text>\n");
    buf_free(&fitted);
}

static void head(struct graph_canvas *c, const struct graph_page *page)
{
    size_t line = 0;

    sink_text(c->s, "<g class=\"head\">");
    title(c, page);
    sink_text(c->s, "<text class=\"faint\"");
    graph_canvas_number(c, "font-size", GRAPH_FONT * page->scale);
    graph_canvas_ink(c, "fill", true);
    sink_byte(c->s, '>');
    buf_clear(&c->text);
    shown(c->d, &c->text);
    struct str text = buf_str(&c->text);
    for (size_t at = 0; at < text.n;) {
        size_t end = line_end(text, at, line_cells(page->width));
        sink_text(c->s, "<tspan");
        graph_canvas_number(c, "x", GRAPH_MARGIN);
        graph_canvas_number(c, "y", graph_page_baseline(page->scale, ++line));
        sink_byte(c->s, '>');
        graph_canvas_clean(c, str_from_to(text, at, end));
        sink_text(c->s, "</tspan>");
        at = end;
    }
    sink_text(c->s, "</text></g>\n");
}

static void draw(struct graph_canvas *c, const struct graph_page *page)
{
    open_svg(c, page);
    head(c, page);
    sink_text(c->s, "<g class=\"graph\" transform=\"translate(");
    sink_short(c->s, page->left, 2);
    sink_byte(c->s, ',');
    sink_short(c->s, page->top, 2);
    sink_text(c->s, ")\">\n");
    graph_svg_clusters(c);
    graph_svg_edges(c);
    graph_svg_boxes(c);
    sink_text(c->s, "</g>\n");
    graph_svg_legend(c, page);
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
        double width = graph_page_width(&d);
        buf_clear(&c.text);
        shown(&d, &c.text);
        struct graph_page page = graph_page_of(&d, width, lines_of(buf_str(&c.text), width));
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
