/* The dot language: a node for each shown function and an edge for each call, as gprof2dot writes
 * them, but with other ids. */
#include "base/mem.h"
#include "model/pairs.h"
#include "render/common/text.h"
#include "render/graph/comparison.h"
#include "render/graph/dot_text.h"
#include "render/graph/picture.h"

/* The picture being written, and what goes into the next label. */
struct dot {
    const struct graph_picture *p;
    struct dot_text text;
    uint32_t *number;  /* by function: its node, from 1 on; 0: not shown */
    bool *written;     /* by function: its node is */
    uint32_t residual; /* the next of the view */
    struct buf raw;
};

/* What a function's box has in common with others: colours, and what it is in a comparison. */
struct look {
    struct colour line, fill, font;
    bool filled, written; /* fill, font: not the default */
    bool dashed;
    int sign; /* 1: slower; -1: faster */
};

static void attribute(struct dot *d, const char *name, const char *value)
{
    dot_attribute(&d->text, name, str_of(value));
}

static void colour(struct dot *d, const char *name, struct colour c)
{
    struct colour_text text;

    attribute(d, name, colour_hex(&text, c));
}

/* Writes d->raw as a text. */
static void label(struct dot *d, const char *name)
{
    dot_label(&d->text, name, buf_str(&d->raw));
    buf_clear(&d->raw);
}

/* The change of the total, and the hot path, as a tooltip of the graph's background. */
static void write_hot_path(struct dot *d)
{
    const struct graph_view *v = d->p->view;

    if (d->p->both)
        graph_comparison_headline(d->p, &d->raw);
    for (uint32_t i = 0; i < v->n_hot; i++) {
        buf_add(&d->raw, i || !d->raw.n ? STR("") : STR("\n"));
        buf_add(&d->raw, i ? STR("\n  ") : STR("hot path:\n  "));
        graph_function_name(v->g, v->hot[i], &d->raw);
    }
    if (!d->raw.n)
        buf_add_byte(&d->raw, ' '); /* dot shows the graph's id where there is nothing */
    label(d, "tooltip");
}

static struct colour default_font(const struct colormap *m)
{
    return m->fill ? (struct colour){255, 255, 255} : (struct colour){0, 0, 0};
}

static void write_defaults(struct dot *d)
{
    const struct colormap *m = &d->p->style->colours;

    dot_all(&d->text, "graph");
    attribute(d, "charset", "UTF-8");
    attribute(d, "fontname", "Arial");
    attribute(d, "nodesep", "0.125");
    attribute(d, "ranksep", "0.25");
    write_hot_path(d);
    dot_end_all(&d->text);
    dot_all(&d->text, "node");
    colour(d, "fontcolor", default_font(m));
    attribute(d, "fontname", "Arial");
    attribute(d, "height", "0");
    attribute(d, "shape", "box");
    attribute(d, "style", m->fill ? "filled" : "solid");
    attribute(d, "width", "0");
    dot_end_all(&d->text);
    dot_all(&d->text, "edge");
    attribute(d, "fontname", "Arial");
    dot_end_all(&d->text);
}

/* In a comparison: the colours of the change, and dashes for what only one profile has. */
static struct look changed_look(const struct graph_picture *p, uint32_t function)
{
    const struct colormap *m = &p->style->colours;
    double heat = graph_comparison_function_heat(p, function);
    struct look look = {.line = colormap_change(m, heat, false), .filled = m->fill};

    look.dashed = graph_comparison_function_fate(p, function) != GRAPH_STAYS;
    look.font = default_font(m);
    if (m->fill) {
        look.fill = colormap_change(m, heat, true);
        look.font = colour_text_on(look.fill);
    }
    return look;
}

static struct look look_of(const struct graph_picture *p, uint32_t function, double share)
{
    const struct colormap *m = &p->style->colours;
    struct look look = {0};

    if (p->both) {
        look = changed_look(p, function);
    } else {
        look.line = graph_colour(p, share);
        look.font = m->fill ? default_font(m) : look.line;
    }
    look.written = !colour_equal(look.font, default_font(m));
    if (p->compare)
        look.sign = gprof2dot_compare_sign(p->compare, p->view, function);
    return look;
}

static void write_tooltip(struct dot *d, uint32_t function)
{
    const struct graph *g = d->p->graph;
    name_id file = g->functions[function].file;

    graph_function_name(g, function, &d->raw);
    if (file) {
        buf_add_byte(&d->raw, '\n');
        text_clean_name(graph_text(g, file), &d->raw);
    }
    if (d->p->both)
        graph_comparison_function_tip(d->p, function, &d->raw);
    label(d, "tooltip");
}

/* A function that differs is an arrow: to the right if slower, up if faster. */
static void write_function(struct dot *d, uint32_t function)
{
    double share = graph_function_share(d->p, function);
    struct look look = look_of(d->p, function, share);

    if (d->written[function])
        return;
    d->written[function] = true;
    dot_node(&d->text, d->number[function]);
    colour(d, "color", look.line);
    if (look.filled)
        colour(d, "fillcolor", look.fill);
    if (look.written)
        colour(d, "fontcolor", look.font);
    dot_number(&d->text, "fontsize", colormap_font(&d->p->style->colours, share));
    graph_function_label(d->p, function, &d->raw);
    label(d, "label");
    if (look.sign)
        attribute(d, "orientation", look.sign > 0 ? "0" : "90");
    if (look.dashed)
        attribute(d, "penwidth", "2");
    if (d->p->view->on_hot_path[function])
        attribute(d, "peripheries", "2");
    if (look.sign)
        attribute(d, "shape", "cds");
    if (look.dashed)
        attribute(d, "style", look.filled ? "filled,dashed" : "dashed");
    write_tooltip(d, function);
    dot_end(&d->text);
}

/* An edge whose label is in d->raw, by its share and, in a comparison, its costs in both. */
static void write_line(struct dot *d, double share, struct graph_costs costs, bool hot,
                       const char *style)
{
    const struct colormap *m = &d->p->style->colours;
    struct colour line = d->p->both ? colormap_change(m, graph_comparison_heat(d->p, costs), false)
                                    : graph_colour(d->p, share);
    struct colour font = d->p->both ? (struct colour){0x1c, 0x1c, 0x1c} : line;
    double pen = colormap_pen(m, share) * (hot ? 2 : 1);

    dot_number(&d->text, "arrowsize", colormap_arrow(m, share));
    colour(d, "color", line);
    colour(d, "fontcolor", font);
    dot_number(&d->text, "fontsize", colormap_font(m, share));
    label(d, "label");
    dot_number(&d->text, "labeldistance", pen);
    dot_number(&d->text, "penwidth", pen);
    if (style)
        attribute(d, "style", style);
    dot_end(&d->text);
}

static void write_edge(struct dot *d, uint32_t edge)
{
    const struct graph_edge *e = &d->p->graph->edges[edge];
    struct graph_costs costs = {0};
    bool dashed = false;

    dot_edge(&d->text, d->number[e->caller], d->number[e->callee]);
    graph_edge_label(d->p, edge, &d->raw);
    if (d->p->both) {
        costs = graph_comparison_edge(d->p->both, edge);
        dashed = graph_comparison_edge_fate(d->p, edge) != GRAPH_STAYS;
    }
    write_line(d, graph_edge_share(d->p, edge), costs, d->p->view->hot_edge[edge],
               dashed ? "dashed" : NULL);
}

static void write_residual(struct dot *d, uint32_t residual)
{
    const struct graph_view *v = d->p->view;
    const struct graph_residual *r = &v->residuals[residual];

    dot_edge(&d->text, d->number[r->caller], d->number[r->callee]);
    graph_residual_label(d->p, residual, &d->raw);
    write_line(d, graph_view_share(v, r->weight, r->before), graph_comparison_residual(r), false,
               d->p->both ? "dotted" : "dashed");
}

/* The residual edges from the function to those before the one named. */
static void write_residuals(struct dot *d, uint32_t function, uint32_t before)
{
    const struct graph_view *v = d->p->view;

    for (; d->residual < v->n_residuals; d->residual++) {
        const struct graph_residual *r = &v->residuals[d->residual];
        if (r->caller != function || r->callee >= before)
            return;
        write_function(d, r->callee);
        write_residual(d, d->residual);
    }
}

/* A function, and edges from it, each behind the function that it leads to. */
static void write_calls(struct dot *d, uint32_t function)
{
    const struct graph_view *v = d->p->view;
    uint32_t from;
    uint32_t end;

    write_function(d, function);
    graph_edges_of(v->g, function, &from, &end);
    for (uint32_t i = from; i < end; i++) {
        uint32_t callee = v->g->edges[i].callee;
        if (!v->edge_shown[i])
            continue;
        write_residuals(d, function, callee);
        write_function(d, callee);
        write_edge(d, i);
    }
    write_residuals(d, function, v->g->n_functions);
}

/* A cluster without a tooltip would inherit the graph's. */
static void write_cluster_looks(struct dot *d, name_id name)
{
    dot_all(&d->text, "graph");
    attribute(d, "color", "#888888");
    attribute(d, "fontname", "Arial");
    graph_cluster_name(d->p, name, &d->raw);
    label(d, "label");
    text_clean_name(graph_text(d->p->graph, name), &d->raw);
    label(d, "tooltip");
    dot_end_all(&d->text);
}

/* Clusters in the order of their first function, which is sorted by name. */
static void write_clusters(struct dot *d)
{
    uint32_t n = d->p->graph->n_functions;
    uint32_t *first = mem_alloc(n, sizeof *first); /* by cluster: 1 + a function */
    uint32_t *last = mem_alloc(n, sizeof *last);
    uint32_t *next = mem_alloc(n, sizeof *next); /* by function, in its cluster */
    struct pairs clusters;

    pairs_init(&clusters);
    for (uint32_t i = 0; i < n; i++) {
        name_id name = d->number[i] ? graph_cluster_of(d->p, i) : 0;
        if (!name)
            continue;
        uint32_t at = pairs_add(&clusters, name, 0);
        *(first[at] ? &next[last[at] - 1] : &first[at]) = i + 1;
        last[at] = i + 1;
    }
    for (uint32_t i = 0; i < clusters.n; i++) {
        dot_open_cluster(&d->text, i + 1);
        write_cluster_looks(d, clusters.rows[i].a);
        for (uint32_t at = first[i]; at; at = next[at - 1])
            write_function(d, at - 1);
        dot_close_cluster(&d->text);
    }
    pairs_free(&clusters);
    mem_free(first, n, sizeof *first);
    mem_free(last, n, sizeof *last);
    mem_free(next, n, sizeof *next);
}

static void write_graph(struct dot *d)
{
    const struct graph_view *v = d->p->view;
    uint32_t n = 0;

    for (uint32_t i = 0; i < v->g->n_functions; i++)
        d->number[i] = v->shown[i] ? ++n : 0;
    sink_text(d->text.to, "digraph callgraph {\n");
    d->text.depth = 1;
    write_defaults(d);
    write_clusters(d);
    for (uint32_t i = 0; i < v->g->n_functions; i++)
        if (v->shown[i])
            write_calls(d, i);
    sink_text(d->text.to, "}\n");
}

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    uint32_t n = picture->graph->n_functions;
    struct dot d = {.p = picture,
                    .text = {.to = sink},
                    .number = mem_alloc(n, sizeof *d.number),
                    .written = mem_alloc(n, sizeof *d.written)};

    (void)f;
    write_graph(&d);
    dot_text_free(&d.text);
    buf_free(&d.raw);
    mem_free(d.number, n, sizeof *d.number);
    mem_free(d.written, n, sizeof *d.written);
    return true;
}

static const char *const endings[] = {"dot", "gv", NULL};

const struct graph_format output_graph_dot = {
    .name = "dot",
    .about = "the dot language of graphviz: a node per function, an edge per call",
    .endings = endings,
    .write = write,
};
