/* <g class="edges"> <g class="edge" id="e0" data-from="n0" data-to="n3"> title, line, arrow
 * <g class="labels"> <text data-of="e0">
 * <g class="nodes"> <g class="node" id="n0" data-self="12" transform> title, border, box, text
 * Writes the edges, labels and nodes of a call graph. */
#include <math.h>

#include "render/graph/canvas.h"
#include "render/graph/comparison.h"
#include "render/graph/others.h"
#include "render/graph/runs.h"

enum { CORNER = 5 };

/* The most elements besides those of boxes and edges. */
enum { AROUND = 100 };

uint64_t graph_svg_elements(const struct drawing *d)
{
    uint64_t of_box = 6; /* g, title, border, box, mark, text */
    uint64_t of_edge = 5;

    return AROUND + d->n_clusters * 4 + d->n_boxes * of_box + d->n_edges * of_edge + d->n_lines;
}

static void function_name(struct graph_canvas *c, uint32_t function)
{
    buf_clear(&c->text);
    if (function == GRAPH_OTHERS)
        graph_others_name(c->d->picture, &c->text);
    else
        graph_function_name(c->d->picture->graph, function, &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
}

static void name(struct graph_canvas *c, uint32_t box)
{
    if (!c->d->boxes[box].run) {
        function_name(c, c->d->boxes[box].function);
        return;
    }
    buf_clear(&c->text);
    graph_run_name(c->d->picture->view, c->d->boxes[box].run - 1, &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
}

/* The functions at the ends of a line, also where they are in a run. */
static void edge_names(struct graph_canvas *c, const struct drawn_edge *e)
{
    const struct graph_view *v = c->d->picture->view;
    uint32_t caller = c->d->boxes[e->caller].function;
    uint32_t callee = c->d->boxes[e->callee].function;

    if (e->residual) {
        caller = v->residuals[e->number].caller;
        callee = v->residuals[e->number].callee;
    } else if (!e->other) {
        caller = v->g->edges[e->number].caller;
        callee = v->g->edges[e->number].callee;
    } else if (callee == GRAPH_OTHERS) {
        caller = v->others.edges[e->number].function;
    } else {
        callee = v->others.edges[e->number].function;
    }
    function_name(c, caller);
    sink_text(c->s, " \xE2\x86\x92 ");
    function_name(c, callee);
}

static void calls(struct graph_canvas *c, uint64_t n, const char *word)
{
    sink_byte(c->s, '\n');
    sink_grouped(c->s, n, 0);
    sink_text(c->s, word);
    sink_text(c->s, n == 1 ? "" : "s");
}

/* The costs before and after. */
static void edge_change(struct graph_canvas *c, const struct drawn_edge *e)
{
    const struct graph_picture *p = c->d->picture;

    buf_clear(&c->text);
    (e->residual ? graph_comparison_residual_tip : graph_comparison_edge_tip)(p, e->number,
                                                                              &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
}

static void edge_title(struct graph_canvas *c, const struct drawn_edge *e)
{
    const struct graph_view *v = c->d->picture->view;

    sink_text(c->s, "<title>");
    edge_names(c, e);
    if (e->other) {
        sink_byte(c->s, '\n');
        buf_clear(&c->text);
        graph_others_edge_tip(c->d->picture, &v->others.edges[e->number], &c->text);
        graph_canvas_clean(c, buf_str(&c->text));
        sink_text(c->s, "</title>");
        return;
    }
    if (c->d->picture->both) {
        edge_change(c, e);
        sink_text(c->s, e->hot ? "\non the hot path</title>" : "</title>");
        return;
    }
    sink_byte(c->s, '\n');
    if (e->residual) {
        sink_text(c->s, "through functions that are not shown: ");
        graph_canvas_amount(c, v->residuals[e->number].weight);
    } else {
        if (!v->m->known || v->m->known[e->number])
            graph_canvas_amount(c, v->m->weight[e->number]);
        else
            sink_text(c->s, "how much is not known");
        if (v->g->edges[e->number].calls)
            calls(c, v->g->edges[e->number].calls, " call");
        if (e->hot)
            sink_text(c->s, "\non the hot path");
    }
    sink_text(c->s, "</title>");
}

/* From the end of the line to the tip. */
static void arrow(struct graph_canvas *c, const struct drawn_edge *e)
{
    struct drawn_point base = c->d->points[e->first_point + e->points - 1];
    double x = (e->tip.x - base.x) * 0.4;
    double y = (e->tip.y - base.y) * 0.4;

    sink_text(c->s, "<path d=\"");
    graph_canvas_point(c, 'M', base.x - y, base.y + x);
    graph_canvas_point(c, 'L', e->tip.x, e->tip.y);
    graph_canvas_point(c, 'L', base.x + y, base.y - x);
    sink_text(c->s, "z\"");
    graph_canvas_colour(c, "fill", e->colour);
    sink_text(c->s, "/>");
}

/* If graphviz found no route, a straight line from middle to middle, below the boxes. */
static void line(struct graph_canvas *c, const struct drawn_edge *e)
{
    const struct drawn_point *points = c->d->points + e->first_point;
    struct drawn_point from = c->d->boxes[e->caller].middle;
    struct drawn_point to = c->d->boxes[e->callee].middle;

    sink_text(c->s, "<path d=\"");
    if (e->points) {
        graph_canvas_point(c, 'M', points[0].x, points[0].y);
        for (size_t i = 1; i < e->points; i++)
            graph_canvas_point(c, i == 1 ? 'C' : ' ', points[i].x, points[i].y);
    } else {
        graph_canvas_point(c, 'M', from.x, from.y);
        graph_canvas_point(c, 'L', to.x, to.y);
    }
    sink_text(c->s, "\" fill=\"none\"");
    graph_canvas_colour(c, "stroke", e->colour);
    graph_canvas_number(c, "stroke-width", e->pen_px);
    if ((e->residual || e->other) && c->d->picture->both)
        sink_text(c->s, " stroke-dasharray=\"2 4\"");
    else if (e->residual || e->other || e->dashed)
        sink_text(c->s, " stroke-dasharray=\"6 4\"");
    sink_text(c->s, "/>");
}

static void number_of(struct graph_canvas *c, const char *attribute, char kind, uint64_t n)
{
    sink_byte(c->s, ' ');
    sink_text(c->s, attribute);
    sink_text(c->s, "=\"");
    sink_byte(c->s, kind);
    sink_u64(c->s, n);
    sink_byte(c->s, '"');
}

static void edge(struct graph_canvas *c, uint32_t i)
{
    const struct drawn_edge *e = &c->d->edges[i];

    sink_text(c->s, e->residual || e->other ? "<g class=\"edge rest\""
                    : e->hot                ? "<g class=\"edge hot\""
                                            : "<g class=\"edge\"");
    number_of(c, "id", 'e', i);
    number_of(c, "data-from", 'n', e->caller);
    number_of(c, "data-to", 'n', e->callee);
    sink_byte(c->s, '>');
    edge_title(c, e);
    line(c, e);
    if (e->points)
        arrow(c, e);
    sink_text(c->s, "</g>\n");
}

void graph_svg_clusters(struct graph_canvas *c)
{
    for (uint32_t i = 0; i < c->d->n_clusters; i++) {
        const struct drawn_cluster *cluster = &c->d->clusters[i];
        if (cluster->width_px <= 0)
            continue;
        sink_text(c->s, "<g class=\"cluster\"><title>");
        xml_name(&c->xml, graph_text(c->d->picture->graph, cluster->name));
        sink_text(c->s, "</title><rect class=\"module\"");
        graph_canvas_number(c, "x", cluster->corner.x);
        graph_canvas_number(c, "y", cluster->corner.y);
        graph_canvas_number(c, "width", cluster->width_px);
        graph_canvas_number(c, "height", cluster->height_px);
        graph_canvas_number(c, "rx", CORNER + 3);
        sink_text(c->s, " fill=\"#f4f5f7\" stroke=\"#b0b3ba\"/><text class=\"faint\"");
        graph_canvas_ink(c, "fill", true);
        sink_text(c->s, " text-anchor=\"middle\"");
        graph_canvas_label(c, &cluster->label, cluster->label_middle);
        sink_text(c->s, "</g>\n");
    }
}

void graph_svg_edges(struct graph_canvas *c)
{
    sink_text(c->s, "<g class=\"edges\">\n");
    for (uint32_t i = 0; i < c->d->n_edges; i++)
        edge(c, i);
    sink_text(c->s, "</g>\n<g class=\"labels\" text-anchor=\"middle\" pointer-events=\"none\">\n");
    for (uint32_t i = 0; i < c->d->n_edges; i++) {
        const struct drawn_edge *e = &c->d->edges[i];
        if (!e->label.n)
            continue;
        sink_text(c->s, "<text class=\"ui\"");
        number_of(c, "data-of", 'e', i);
        graph_canvas_ink(c, "fill", false);
        graph_canvas_label(c, &e->label, e->label_middle);
        sink_byte(c->s, '\n');
    }
    sink_text(c->s, "</g>\n");
}

/* The first line is the full name. */
static void box_title(struct graph_canvas *c, uint32_t i)
{
    const struct graph_picture *p = c->d->picture;
    uint32_t function = c->d->boxes[i].function;
    const struct graph_function *f = &p->graph->functions[function];

    sink_text(c->s, "<title>");
    name(c, i);
    if (c->d->boxes[i].run) {
        buf_clear(&c->text);
        graph_run_tip(p->view, c->d->boxes[i].run - 1, &c->text);
        graph_canvas_clean(c, buf_str(&c->text));
        sink_text(c->s, "</title>");
        return;
    }
    if (f->module) {
        sink_text(c->s, "\nmodule ");
        xml_name(&c->xml, graph_text(p->graph, f->module));
    }
    if (f->file) {
        sink_text(c->s, "\nfile ");
        xml_name(&c->xml, graph_text(p->graph, f->file));
    }
    if (p->both) {
        buf_clear(&c->text);
        graph_comparison_function_tip(p, function, &c->text);
        graph_canvas_clean(c, buf_str(&c->text));
    } else {
        sink_text(c->s, "\nwith what it calls ");
        graph_canvas_amount(c, p->view->m->total[function]);
        sink_text(c->s, "\nby itself ");
        graph_canvas_self(c, function);
        if (f->counted)
            calls(c, f->called, " time called");
    }
    if (c->d->boxes[i].inlined)
        sink_text(c->s, "\ninlined into its callers");
    if (c->d->boxes[i].hot)
        sink_text(c->s, "\non the hot path");
    sink_text(c->s, "</title>");
}

void graph_svg_mark(struct graph_canvas *c, struct drawn_point corner, struct colour ink)
{
    enum { SIDE = 10 };

    sink_text(c->s, "<path class=\"inlined\" d=\"");
    graph_canvas_point(c, 'M', corner.x, corner.y + SIDE);
    graph_canvas_point(c, 'L', corner.x, corner.y + CORNER);
    graph_canvas_point(c, 'Q', corner.x, corner.y);
    graph_canvas_point(c, ' ', corner.x + CORNER, corner.y);
    graph_canvas_point(c, 'L', corner.x + SIDE, corner.y);
    sink_text(c->s, "z\"");
    graph_canvas_colour(c, "fill", ink);
    sink_text(c->s, "/>");
}

static void rectangle(struct graph_canvas *c, const struct drawn_box *box, double inset,
                      const char *class)
{
    sink_text(c->s, "<rect");
    graph_canvas_text(c, "class", class);
    graph_canvas_number(c, "x", inset - box->width_px / 2);
    graph_canvas_number(c, "y", inset - box->height_px / 2);
    graph_canvas_number(c, "width", box->width_px - 2 * inset);
    graph_canvas_number(c, "height", box->height_px - 2 * inset);
    graph_canvas_number(c, "rx", CORNER + 1 - inset / 2);
}

/* Writes the rest of a node's attributes. */
static void open_node(struct graph_canvas *c, uint32_t i, uint64_t self, uint64_t before)
{
    const struct drawn_box *box = &c->d->boxes[i];

    number_of(c, "id", 'n', i);
    sink_text(c->s, " data-self=\"");
    sink_u64(c->s, self);
    if (c->d->picture->both) {
        sink_text(c->s, "\" data-before=\"");
        sink_u64(c->s, before);
    }
    sink_text(c->s, "\" transform=\"translate(");
    sink_short(c->s, box->middle.x, 1);
    sink_byte(c->s, ',');
    sink_short(c->s, box->middle.y, 1);
    sink_text(c->s, ")\">");
}

/* Ends the box, whose attributes are still open, and writes its mark and label. */
static void close_node(struct graph_canvas *c, const struct drawn_box *box)
{
    double inset = box->hot ? GRAPH_HOT_GAP : 0;

    sink_text(c->s, "/>");
    if (box->inlined)
        graph_svg_mark(c,
                       (struct drawn_point){inset - box->width_px / 2, inset - box->height_px / 2},
                       box->ink);
    sink_text(c->s, "<text");
    graph_canvas_colour(c, "fill", box->ink);
    if (!colour_text_on(box->dark).r)
        sink_text(c->s, " color=\"#000000\"");
    graph_canvas_label(c, &box->label, (struct drawn_point){0, 0});
    sink_text(c->s, "</g>\n");
}

/* What each of its functions holds by itself, in the order of the title. */
static void run_selves(struct graph_canvas *c, uint32_t run)
{
    const struct graph_view *v = c->d->picture->view;
    const struct graph_run *r = &v->runs[run];

    sink_text(c->s, " data-each=\"");
    for (uint32_t i = 0; i < r->n; i++) {
        sink_text(c->s, i ? " " : "");
        sink_u64(c->s, v->m->self[v->in_runs[r->first + i]]);
    }
    sink_byte(c->s, '"');
}

static void node(struct graph_canvas *c, uint32_t i)
{
    const struct drawn_box *box = &c->d->boxes[i];
    const struct graph_view *v = c->d->picture->view;
    const struct graph_measure *m = v->m;
    const struct graph_measure *before = c->d->picture->before;

    sink_text(c->s, box->hot ? "<g class=\"node hot" : "<g class=\"node");
    sink_text(c->s, box->run ? " run\"" : "\"");
    if (box->run)
        run_selves(c, box->run - 1);
    open_node(c, i, box->run ? graph_run_self(v, box->run - 1) : m->self[box->function],
              before ? before->self[box->function] : 0);
    box_title(c, i);
    if (box->hot) {
        rectangle(c, box, 0, "ring");
        sink_text(c->s, " fill=\"none\"");
        graph_canvas_colour(c, "stroke", box->line);
        sink_text(c->s, " stroke-width=\"1.5\"/>");
    }
    rectangle(c, box, box->hot ? GRAPH_HOT_GAP : 0, box->dashed ? "box alone" : "box");
    graph_canvas_colour(c, "fill", box->fill);
    graph_canvas_colour(c, "color", box->dark);
    graph_canvas_colour(c, "stroke", box->line);
    if (box->dashed)
        sink_text(c->s, " stroke-width=\"2\" stroke-dasharray=\"6 3\"");
    close_node(c, box);
}

/* The box of all that is left out. */
static void others(struct graph_canvas *c, uint32_t i)
{
    const struct graph_picture *p = c->d->picture;
    const struct graph_others *o = &p->view->others;
    const struct drawn_box *box = &c->d->boxes[i];

    sink_text(c->s, "<g class=\"node others\"");
    open_node(c, i, o->costs[0].self, o->costs[1].self);
    sink_text(c->s, "<title>");
    name(c, i);
    sink_byte(c->s, '\n');
    buf_clear(&c->text);
    graph_others_tip(p, &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
    sink_text(c->s, "</title>");
    rectangle(c, box, 0, "box");
    graph_canvas_colour(c, "fill", box->fill);
    graph_canvas_colour(c, "color", box->dark);
    graph_canvas_colour(c, "stroke", box->line);
    sink_text(c->s, " stroke-dasharray=\"2 3\"");
    close_node(c, box);
}

void graph_svg_boxes(struct graph_canvas *c)
{
    sink_text(c->s, "<g class=\"nodes\" text-anchor=\"middle\">\n");
    for (uint32_t i = 0; i < c->d->n_boxes; i++)
        (c->d->boxes[i].function == GRAPH_OTHERS ? others : node)(c, i);
    sink_text(c->s, "</g>\n");
}
