/* The looks of a graph's boxes and lines. */
#include "render/graph/drawing.h"

#include <math.h>

#include "base/mem.h"
#include "base/parse.h"
#include "model/pairs.h"
#include "render/common/text.h"
#include "render/graph/comparison.h"
#include "render/graph/dark.h"
#include "render/graph/names.h"
#include "render/graph/others.h"
#include "render/graph/runs.h"

/* The longest line at the smallest size, the longest of a large font, and the longest name, in
 * cells; the tooltip has the whole name. */
enum { LINE_MOST = 40, LINE_LEAST = 24, NAME_MOST = 120 };

enum { CLUSTER_FONT = 12 };

/* Pixels for a point of the colour map, whose sizes are meant for proportional fonts. */
#define FONT_SCALE 1.3

/* Of a name's size, but not below that of the smallest name. */
#define SMALL_TEXT 0.75

/* The least part of the way to the largest font that the first and the last function of the hot
 * path have, so that they can be read where all of it is seen. */
#define END_FONT 0.6

/* Thinner lines are hard to follow in light colours, and their arrows hard to see. */
#define PEN_LEAST 0.9
#define ARROW_LEAST 0.65
#define ARROW_MOST 1.5

void drawing_free(struct drawing *d)
{
    mem_free(d->boxes, d->boxes_room, sizeof *d->boxes);
    mem_free(d->edges, d->edges_room, sizeof *d->edges);
    if (d->picture)
        mem_free(d->box_of, d->picture->graph->n_functions, sizeof *d->box_of);
    mem_free(d->lines, d->lines_room, sizeof *d->lines);
    mem_free(d->points, d->points_room, sizeof *d->points);
    mem_free(d->clusters, d->clusters_room, sizeof *d->clusters);
    buf_free(&d->text);
    *d = (struct drawing){0};
}

static void add_line(struct drawing *d, struct drawn_label *label, struct str text, double size,
                     bool name)
{
    d->lines = mem_grow(d->lines, &d->lines_room, d->n_lines + 1, sizeof *d->lines);
    d->lines[d->n_lines++] = (struct drawn_line){d->text.n, text.n, size, name};
    buf_add(&d->text, text);
    label->n++;
    label->width_px = fmax(label->width_px, (double)text_cells(text) * GRAPH_CELL * size);
    label->height_px += GRAPH_LINE * size;
}

/* Without arguments where it is too long with them. */
static void fit_name(struct str name, struct buf *to)
{
    struct buf plain = {0};

    if (text_cells(name) > NAME_MOST)
        graph_name_strip(name, &plain);
    text_fit(plain.n ? buf_str(&plain) : name, NAME_MOST, TEXT_CUT_SMART, to);
    buf_free(&plain);
}

static size_t line_most(const struct drawing *d, double size)
{
    double cells = LINE_MOST * d->picture->style->colours.font_least * FONT_SCALE / size;

    return (size_t)fmin(fmax(cells, LINE_LEAST), LINE_MOST);
}

/* Adds a name in as many lines as it needs. */
static void add_name(struct drawing *d, struct drawn_label *label, struct str name, double size)
{
    struct buf fitted = {0};

    fit_name(name, &fitted);
    struct str rest = buf_str(&fitted);
    for (size_t at = 0; at < rest.n;) {
        size_t end = graph_name_line_end(rest, at, line_most(d, size));
        add_line(d, label, str_from_to(rest, at, end), size, true);
        for (at = end; at < rest.n && rest.p[at] == ' '; at++)
            ;
    }
    buf_free(&fitted);
}

/* Takes the next line off text. */
static bool next_line(struct str *rest, struct str *line)
{
    return rest->n && take_field(rest, '\n', line);
}

static void add_lines(struct drawing *d, struct drawn_label *label, struct str text, double size)
{
    struct buf fitted = {0};
    struct str line;

    for (struct str rest = text; rest.p && next_line(&rest, &line);) {
        buf_clear(&fitted);
        text_fit(line, LINE_MOST, TEXT_CUT_RIGHT, &fitted);
        add_line(d, label, buf_str(&fitted), size, false);
    }
    buf_free(&fitted);
}

static double small_size(const struct graph_picture *p, double size)
{
    return fmax(size * SMALL_TEXT, p->style->colours.font_least * FONT_SCALE);
}

/* Puts a number in brackets behind the one before, if the line is not too long then. */
static void add_numbers(struct drawing *d, struct drawn_label *label, struct str text, double size)
{
    struct buf joined = {0};
    struct str line;
    size_t begin = 0;

    for (struct str rest = text; rest.p && next_line(&rest, &line);) {
        bool fits =
            text_cells(str_from_to(buf_str(&joined), begin, joined.n)) + 1 + text_cells(line) <=
            LINE_MOST;
        bool behind = joined.n && line.n && line.p[0] == '(' && fits;
        if (joined.n)
            buf_add_byte(&joined, behind ? ' ' : '\n');
        begin = behind ? begin : joined.n;
        buf_add(&joined, line);
    }
    add_lines(d, label, buf_str(&joined), size);
    buf_free(&joined);
}

/* What dot shows by the shape of a box. */
static struct str sign_text(int sign)
{
    if (!sign)
        return STR("");
    return sign > 0 ? STR("\xE2\x96\xB2 slower") : STR("\xE2\x96\xBC faster");
}

/* What the mark of a name says, in the place of a module. */
static void add_kind(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    enum frame_kind kind = kind_of_mark(graph_text(p->graph, p->graph->functions[function].name));

    if (kind == KIND_KERNEL || kind == KIND_INLINED || kind == KIND_JIT)
        buf_add(to, str_of(kind_word(kind)));
}

static void build_label(struct drawing *d, struct drawn_box *box, double size)
{
    const struct graph_picture *p = d->picture;
    struct drawn_label *label = &box->label;
    struct buf text = {0};
    struct str line;

    label->first = d->n_lines;
    graph_function_module(p, box->function, &text);
    if (!text.n)
        add_kind(p, box->function, &text);
    add_lines(d, label, buf_str(&text), small_size(p, size));
    buf_clear(&text);
    graph_function_short_name(p, box->function, &text);
    for (struct str rest = name_without_mark(buf_str(&text)); rest.p && next_line(&rest, &line);)
        add_name(d, label, line, size);
    buf_clear(&text);
    graph_function_numbers(p, box->function, &text);
    (p->compare ? add_lines : add_numbers)(d, label, buf_str(&text), small_size(p, size));
    if (p->compare)
        add_lines(d, label, sign_text(gprof2dot_compare_sign(p->compare, p->view, box->function)),
                  small_size(p, size));
    buf_free(&text);
}

/* In a comparison colours show the change. */
static void colour_box(const struct graph_picture *p, struct drawn_box *box, double share)
{
    const struct colormap *m = &p->style->colours;
    const struct colour white = {0xff, 0xff, 0xff};

    box->fill = graph_colour(p, share);
    box->line = graph_line_colour(p, share);
    if (p->both) {
        double heat = graph_comparison_function_heat(p, box->function);
        box->line = colormap_change(m, heat, false);
        box->fill = colormap_change(m, heat, true);
        box->dashed = graph_comparison_function_fate(p, box->function) != GRAPH_STAYS;
    }
    box->dark = p->both ? graph_dark_change(p, graph_comparison_function_heat(p, box->function))
                        : graph_dark_fill(p, share);
    if (!m->fill)
        box->fill = white;
    box->ink = colour_text_on(box->fill);
}

/* As large as what it holds by itself, with the square root, as pprof has it; of two profiles, as
 * its change. */
static double font_of(const struct graph_picture *p, uint32_t function)
{
    const struct colormap *m = &p->style->colours;
    const struct graph_view *v = p->view;
    double part = 0;

    if (p->compare)
        return colormap_font(m, graph_function_share(p, function));
    if (p->both)
        part = fabs(graph_comparison_function_heat(p, function));
    else if (p->most_self)
        part = sqrt((double)v->m->self[function] / (double)p->most_self);
    if (v->n_hot && (function == v->hot[0] || function == v->hot[v->n_hot - 1]))
        part = fmax(part, END_FONT);
    return m->font_least + (m->font_most - m->font_least) * part;
}

double drawing_least_end(const struct graph_picture *p)
{
    const struct colormap *m = &p->style->colours;

    return (m->font_least + (m->font_most - m->font_least) * END_FONT) * FONT_SCALE;
}

static void size_box(struct drawn_box *box)
{
    double around = box->hot ? 2 * GRAPH_HOT_GAP : 0;

    box->width_px = ceil(box->label.width_px + 2 * GRAPH_BOX_PAD_X + around);
    box->height_px = ceil(box->label.height_px + 2 * GRAPH_BOX_PAD_Y + around);
}

static void build_box(struct drawing *d, uint32_t function, struct drawn_box *box)
{
    const struct graph_picture *p = d->picture;
    double share = graph_function_share(p, function);

    *box = (struct drawn_box){.function = function,
                              .hot = p->view->on_hot_path[function],
                              .inlined = p->graph->functions[function].inlined};
    colour_box(p, box, share);
    build_label(d, box, font_of(p, function) * FONT_SCALE);
    size_box(box);
}

/* What is left out has no colour of a weight: it is no function. */
static void build_others(struct drawing *d, struct drawn_box *box)
{
    const struct graph_picture *p = d->picture;
    double size = p->style->colours.font_least * FONT_SCALE;
    struct buf text = {0};

    *box = (struct drawn_box){.function = GRAPH_OTHERS,
                              .label.first = d->n_lines,
                              .fill = {0xf2, 0xf2, 0xf2},
                              .line = {0x80, 0x80, 0x80},
                              .ink = {0, 0, 0},
                              .dark = graph_dark_plain()};
    graph_others_name(p, &text);
    add_name(d, &box->label, buf_str(&text), size);
    buf_clear(&text);
    graph_others_numbers(p, &text);
    add_lines(d, &box->label, buf_str(&text), small_size(p, size));
    buf_free(&text);
    size_box(box);
}

/* Functions that only pass calls on. */
static void build_run(struct drawing *d, uint32_t run, struct drawn_box *box)
{
    const struct graph_picture *p = d->picture;
    uint32_t first = p->view->in_runs[p->view->runs[run].first];
    double size = p->style->colours.font_least * FONT_SCALE;
    struct buf text = {0};

    *box =
        (struct drawn_box){.function = first, .run = run + 1, .hot = p->view->on_hot_path[first]};
    colour_box(p, box, graph_function_share(p, first));
    box->label.first = d->n_lines;
    graph_run_name(p->view, run, &text);
    add_name(d, &box->label, buf_str(&text), size);
    buf_clear(&text);
    graph_run_ends(p, run, &text);
    add_lines(d, &box->label, buf_str(&text), small_size(p, size));
    buf_clear(&text);
    graph_run_numbers(p, run, &text);
    add_lines(d, &box->label, buf_str(&text), small_size(p, size));
    buf_free(&text);
    size_box(box);
}

static void build_edge(struct drawing *d, struct drawn_edge *edge, double share, struct str label)
{
    const struct colormap *m = &d->picture->style->colours;

    edge->colour = graph_line_colour(d->picture, share);
    edge->pen_px = fmax(colormap_pen(m, share), PEN_LEAST) * (edge->hot ? 2 : 1);
    edge->arrow = fmin(fmax(0.5 * sqrt(edge->pen_px), ARROW_LEAST), ARROW_MOST);
    edge->label.first = d->n_lines;
    add_lines(d, &edge->label, label, m->font_least * FONT_SCALE);
}

static void colour_edge(const struct drawing *d, struct drawn_edge *edge)
{
    const struct graph_picture *p = d->picture;

    if (!p->both)
        return;
    bool call = !edge->residual && !edge->other;
    struct graph_costs costs =
        edge->residual ? graph_comparison_residual(&p->view->residuals[edge->number])
        : edge->other  ? graph_others_costs(&p->view->others.edges[edge->number])
                       : graph_comparison_edge(p->both, edge->number);
    edge->colour = colormap_change(&p->style->colours, graph_comparison_heat(p, costs), false);
    edge->dashed = call && graph_comparison_edge_fate(p, edge->number) != GRAPH_STAYS;
}

static void build_cluster(struct drawing *d, name_id name)
{
    struct buf clean = {0};

    graph_cluster_name(d->picture, name, &clean);
    d->clusters = mem_grow(d->clusters, &d->clusters_room, d->n_clusters + 1, sizeof *d->clusters);
    struct drawn_cluster *cluster = &d->clusters[d->n_clusters++];
    *cluster = (struct drawn_cluster){.name = name, .label.first = d->n_lines};
    add_lines(d, &cluster->label, buf_str(&clean), CLUSTER_FONT);
    buf_free(&clean);
}

static void build_clusters(struct drawing *d)
{
    struct pairs names;

    pairs_init(&names);
    for (uint32_t i = 0; i < d->n_boxes && d->boxes[i].function != GRAPH_OTHERS; i++) {
        name_id name = graph_cluster_of(d->picture, d->boxes[i].function);
        if (!name)
            continue;
        d->boxes[i].cluster = 1 + pairs_add(&names, name, 0);
        if (d->boxes[i].cluster > d->n_clusters)
            build_cluster(d, name);
    }
    pairs_free(&names);
}

/* A call inside of a run has no line. */
static bool is_within(const struct drawing *d, uint32_t caller, uint32_t callee)
{
    return d->box_of[caller] == d->box_of[callee] && d->boxes[d->box_of[caller] - 1].run;
}

static void build_calls(struct drawing *d, struct buf *label)
{
    const struct graph_view *v = d->picture->view;

    for (uint32_t i = 0; i < v->g->n_edges; i++) {
        const struct graph_edge *e = &v->g->edges[i];
        if (!v->edge_shown[i])
            continue;
        if (is_within(d, e->caller, e->callee)) {
            d->n_within++;
            continue;
        }
        struct drawn_edge *to = &d->edges[d->n_calls++];
        *to = (struct drawn_edge){.caller = d->box_of[e->caller] - 1,
                                  .callee = d->box_of[e->callee] - 1,
                                  .number = i,
                                  .hot = v->hot_edge[i]};
        buf_clear(label);
        graph_edge_label(d->picture, i, label);
        build_edge(d, to, graph_edge_share(d->picture, i), buf_str(label));
        colour_edge(d, to);
    }
}

static void build_residuals(struct drawing *d, struct buf *label)
{
    const struct graph_view *v = d->picture->view;

    for (uint32_t i = 0; i < v->n_residuals; i++) {
        const struct graph_residual *r = &v->residuals[i];
        if (is_within(d, r->caller, r->callee))
            continue;
        struct drawn_edge *to = &d->edges[d->n_edges++];
        *to = (struct drawn_edge){.caller = d->box_of[r->caller] - 1,
                                  .callee = d->box_of[r->callee] - 1,
                                  .number = i,
                                  .residual = true};
        buf_clear(label);
        graph_residual_label(d->picture, i, label);
        build_edge(d, to, graph_view_share(v, r->weight, r->before), buf_str(label));
        colour_edge(d, to);
    }
}

static void build_other_edges(struct drawing *d, struct buf *label)
{
    const struct graph_view *v = d->picture->view;

    for (uint32_t i = 0; i < v->others.n_edges; i++) {
        const struct graph_other_edge *e = &v->others.edges[i];
        struct drawn_edge *to = &d->edges[d->n_edges++];
        uint32_t box = d->box_of[e->function] - 1;
        uint32_t others = d->n_boxes - 1;
        *to = (struct drawn_edge){.caller = e->called ? others : box,
                                  .callee = e->called ? box : others,
                                  .number = i,
                                  .other = true};
        buf_clear(label);
        graph_others_edge_label(d->picture, e, label);
        build_edge(d, to, graph_view_share(v, e->weight, e->before), buf_str(label));
        colour_edge(d, to);
    }
}

static void build_edges(struct drawing *d)
{
    struct buf label = {0};

    build_calls(d, &label);
    d->n_edges = d->n_calls;
    build_residuals(d, &label);
    build_other_edges(d, &label);
    buf_free(&label);
}

/* Boxes in the order of the first function of each. */
static void build_boxes(struct drawing *d)
{
    const struct graph_view *v = d->picture->view;
    uint32_t *box_of_run = mem_alloc(v->n_runs, sizeof *box_of_run); /* 1 + its box */

    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        uint32_t run = graph_run_of(v, i);
        if (!v->shown[i])
            continue;
        if (run && box_of_run[run - 1]) {
            d->box_of[i] = box_of_run[run - 1];
            continue;
        }
        struct drawn_box *box = &d->boxes[d->n_boxes++];
        if (run)
            build_run(d, run - 1, box);
        else
            build_box(d, i, box);
        d->box_of[i] = d->n_boxes;
        if (run)
            box_of_run[run - 1] = d->n_boxes;
    }
    if (v->others.n)
        build_others(d, &d->boxes[d->n_boxes++]);
    mem_free(box_of_run, v->n_runs, sizeof *box_of_run);
}

void drawing_build(struct drawing *d, const struct graph_picture *picture)
{
    const struct graph_view *v = picture->view;

    *d = (struct drawing){.picture = picture,
                          .boxes_room = v->n_shown + (v->others.n > 0),
                          .edges_room = v->n_residuals + v->others.n_edges};
    for (uint32_t i = 0; i < v->g->n_edges; i++)
        d->edges_room += v->edge_shown[i];
    d->boxes = mem_alloc(d->boxes_room, sizeof *d->boxes);
    d->edges = mem_alloc(d->edges_room, sizeof *d->edges);
    d->box_of = mem_alloc(v->g->n_functions, sizeof *d->box_of);
    build_boxes(d);
    build_clusters(d);
    build_edges(d);
}
