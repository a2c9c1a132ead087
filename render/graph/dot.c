/* The dot language: a node for each shown function and an edge for each call, as gprof2dot writes
 * them, but with other ids. */
#include "base/mem.h"
#include "model/pairs.h"
#include "render/common/text.h"
#include "render/graph/comparison.h"
#include "render/graph/graphviz.h"
#include "render/graph/picture.h"

/* The picture being written, and scratch for its texts. */
struct dot {
    const struct graph_picture *p;
    struct sink commands;
    uint32_t *number; /* by function: its node, from 1 on; 0: not shown */
    struct buf raw, text;
};

static void attribute(struct dot *d, const char *name, const char *value)
{
    graphviz_attribute(&d->commands, name, str_of(value));
}

static void two_digits(struct dot *d, const char *name, double value)
{
    struct sink s;

    sink_open_buf(&s);
    sink_fixed(&s, value, 2);
    graphviz_attribute(&d->commands, name, buf_str(&s.buf));
    sink_discard(&s);
}

/* Writes d->raw as a text attribute. */
static void tell_text(struct dot *d, const char *name)
{
    buf_clear(&d->text);
    graphviz_text(buf_str(&d->raw), &d->text);
    graphviz_attribute(&d->commands, name, buf_str(&d->text));
    buf_clear(&d->raw);
}

static void tell_defaults(struct dot *d)
{
    static const struct {
        enum graphviz_kind kind;
        const char *name, *value;
    } rows[] = {
        {GRAPHVIZ_GRAPHS, "charset", "UTF-8"}, {GRAPHVIZ_GRAPHS, "fontname", "Arial"},
        {GRAPHVIZ_GRAPHS, "nodesep", "0.125"}, {GRAPHVIZ_GRAPHS, "ranksep", "0.25"},
        {GRAPHVIZ_NODES, "fontname", "Arial"}, {GRAPHVIZ_NODES, "height", "0"},
        {GRAPHVIZ_NODES, "width", "0"},        {GRAPHVIZ_NODES, "shape", "box"},
        {GRAPHVIZ_EDGES, "fontname", "Arial"},
    };
    bool fill = d->p->style->colours.fill;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        graphviz_default(&d->commands, rows[i].kind, rows[i].name, str_of(rows[i].value));
    graphviz_default(&d->commands, GRAPHVIZ_NODES, "style", fill ? STR("filled") : STR("solid"));
    graphviz_default(&d->commands, GRAPHVIZ_NODES, "fontcolor",
                     fill ? STR("#ffffff") : STR("#000000"));
}

/* The change of the total, and the hot path, as a tooltip of the graph's background. */
static void tell_hot_path(struct dot *d)
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
    buf_clear(&d->text);
    graphviz_text(buf_str(&d->raw), &d->text);
    graphviz_default(&d->commands, GRAPHVIZ_GRAPHS, "tooltip", buf_str(&d->text));
    buf_clear(&d->raw);
}

/* A function that differs is an arrow: to the right if slower, up if faster. */
static void tell_sign(struct dot *d, int sign)
{
    if (!sign)
        return;
    attribute(d, "shape", "cds");
    attribute(d, "orientation", sign > 0 ? "0" : "90");
}

static void tell_colours(struct dot *d, double share)
{
    struct colour_text colour;

    attribute(d, "color", colour_hex(&colour, graph_colour(d->p, share)));
    if (!d->p->style->colours.fill)
        attribute(d, "fontcolor", colour_hex(&colour, graph_colour(d->p, share)));
}

/* In a comparison: the colours of the change, and dashes for what only one profile has. */
static void tell_change(struct dot *d, uint32_t function)
{
    const struct colormap *m = &d->p->style->colours;
    double heat = graph_comparison_function_heat(d->p, function);
    bool dashed = graph_comparison_function_fate(d->p, function) != GRAPH_STAYS;
    struct colour fill = colormap_change(m, heat, true);
    struct colour_text colour;

    attribute(d, "color", colour_hex(&colour, colormap_change(m, heat, false)));
    if (m->fill) {
        attribute(d, "fillcolor", colour_hex(&colour, fill));
        attribute(d, "fontcolor", colour_hex(&colour, colour_text_on(fill)));
    }
    if (dashed) {
        attribute(d, "style", m->fill ? "filled,dashed" : "dashed");
        attribute(d, "penwidth", "2");
    }
}

static void tell_function(struct dot *d, uint32_t function)
{
    const struct graph *g = d->p->graph;
    const struct graph_function *f = &g->functions[function];
    double share = graph_function_share(d->p, function);

    graphviz_node(&d->commands, d->number[function]);
    graph_function_label(d->p, function, &d->raw);
    tell_text(d, "label");
    if (d->p->both)
        tell_change(d, function);
    else
        tell_colours(d, share);
    two_digits(d, "fontsize", colormap_font(&d->p->style->colours, share));
    if (d->p->compare)
        tell_sign(d, gprof2dot_compare_sign(d->p->compare, d->p->view, function));
    if (d->p->view->on_hot_path[function])
        attribute(d, "peripheries", "2");
    graph_function_name(g, function, &d->raw);
    if (f->file) {
        buf_add_byte(&d->raw, '\n');
        text_clean_name(graph_text(g, f->file), &d->raw);
    }
    if (d->p->both)
        graph_comparison_function_tip(d->p, function, &d->raw);
    tell_text(d, "tooltip");
}

/* The line and font of an edge, by its share and, in a comparison, its costs in both. */
static void tell_line(struct dot *d, double share, struct graph_costs costs, bool hot)
{
    const struct colormap *m = &d->p->style->colours;
    struct colour_text text;
    struct colour colour = d->p->both
                               ? colormap_change(m, graph_comparison_heat(d->p, costs), false)
                               : graph_colour(d->p, share);
    const char *hex = colour_hex(&text, colour);
    double pen = colormap_pen(m, share) * (hot ? 2 : 1);

    attribute(d, "color", hex);
    attribute(d, "fontcolor", d->p->both ? "#1c1c1c" : hex);
    two_digits(d, "fontsize", colormap_font(m, share));
    two_digits(d, "arrowsize", colormap_arrow(m, share));
    two_digits(d, "penwidth", pen);
    two_digits(d, "labeldistance", pen);
}

static void tell_edge(struct dot *d, uint32_t edge)
{
    const struct graph_view *v = d->p->view;
    const struct graph_edge *e = &d->p->graph->edges[edge];
    struct graph_costs costs = {0};
    double share = graph_edge_share(d->p, edge);

    graphviz_edge(&d->commands, d->number[e->caller], d->number[e->callee]);
    graph_edge_label(d->p, edge, &d->raw);
    tell_text(d, "label");
    if (d->p->both)
        costs = graph_comparison_edge(d->p->both, edge);
    tell_line(d, share, costs, v->hot_edge[edge]);
    if (d->p->both && graph_comparison_edge_fate(d->p, edge) != GRAPH_STAYS)
        attribute(d, "style", "dashed");
}

static void tell_residual(struct dot *d, uint32_t residual)
{
    const struct graph_view *v = d->p->view;
    const struct graph_residual *r = &v->residuals[residual];

    graphviz_edge(&d->commands, d->number[r->caller], d->number[r->callee]);
    graph_residual_label(d->p, residual, &d->raw);
    tell_text(d, "label");
    tell_line(d, graph_view_share(v, r->weight, r->before), graph_comparison_residual(r), false);
    attribute(d, "style", d->p->both ? "dotted" : "dashed");
}

/* A cluster without a tooltip would inherit the graph's. */
static void tell_cluster(struct dot *d, uint32_t number, name_id name)
{
    graphviz_cluster(&d->commands, number);
    graph_cluster_name(d->p, name, &d->raw);
    tell_text(d, "label");
    text_clean_name(graph_text(d->p->graph, name), &d->raw);
    tell_text(d, "tooltip");
    attribute(d, "color", "#888888");
    attribute(d, "fontname", "Arial");
}

/* Clusters in the order of their first function, which is sorted by name. */
static void tell_clusters(struct dot *d)
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
        tell_cluster(d, i + 1, clusters.rows[i].a);
        for (uint32_t at = first[i]; at; at = next[at - 1])
            graphviz_member(&d->commands, d->number[at - 1]);
    }
    pairs_free(&clusters);
    mem_free(first, n, sizeof *first);
    mem_free(last, n, sizeof *last);
    mem_free(next, n, sizeof *next);
}

static void tell(struct dot *d)
{
    const struct graph_view *v = d->p->view;
    uint32_t n = 0;

    tell_defaults(d);
    tell_hot_path(d);
    for (uint32_t i = 0; i < v->g->n_functions; i++)
        if (v->shown[i]) {
            d->number[i] = ++n;
            tell_function(d, i);
        }
    tell_clusters(d);
    for (uint32_t i = 0; i < v->g->n_edges; i++)
        if (v->edge_shown[i])
            tell_edge(d, i);
    for (uint32_t i = 0; i < v->n_residuals; i++)
        tell_residual(d, i);
}

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    uint32_t n = picture->graph->n_functions;
    struct dot d = {.p = picture, .number = mem_alloc(n, sizeof *d.number)};
    struct sink made;
    bool late;

    sink_open_buf(&d.commands);
    sink_open_buf(&made);
    tell(&d);
    bool ok = graphviz_run(GRAPHVIZ_TO_DOT, buf_str(&d.commands.buf), 0, &made, &late, f);
    if (ok && late) /* a limit of ours holds for the child, too */
        ok = limits_reached(f, "dot", "time", picture->limits->time);
    if (ok)
        sink_str(sink, buf_str(&made.buf));
    sink_discard(&made);
    sink_discard(&d.commands);
    buf_free(&d.raw);
    buf_free(&d.text);
    mem_free(d.number, n, sizeof *d.number);
    return ok;
}

static const char *const endings[] = {"dot", "gv", NULL};

const struct graph_format output_graph_dot = {
    .name = "dot",
    .about = "the dot language of graphviz: a node per function, an edge per call",
    .endings = endings,
    .write = write,
};
