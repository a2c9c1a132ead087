/* The labels of a graph's boxes and lines. */
#include <stdio.h>

#include "base/parse.h"
#include "render/common/amount.h"
#include "render/common/text.h"
#include "render/graph/comparison.h"
#include "render/graph/names.h"
#include "render/graph/numbers.h"
#include "render/graph/picture.h"

enum { NAME_MOST = 4096 }; /* bytes of a name in a label; the tooltip has the whole name */

static void line(struct buf *to, struct str text)
{
    if (to->n)
        buf_add_byte(to, '\n');
    buf_add(to, text);
}

static void percent(struct buf *to, double share, bool self)
{
    struct sink s;

    sink_open_buf(&s);
    graph_write_percent(&s, share, self);
    line(to, buf_str(&s.buf));
    sink_discard(&s);
}

static void times(struct buf *to, uint64_t n)
{
    char text[32];

    snprintf(text, sizeof text, "%llu\xC3\x97", (unsigned long long)n);
    line(to, str_of(text));
}

static void seconds(struct buf *to, const struct graph_picture *p, uint64_t value, bool self)
{
    if (graph_seconds_of(p) <= 0)
        return;
    line(to, self ? STR("(") : STR(""));
    graph_time(p, value, to);
    buf_add(to, self ? STR(")") : STR(""));
}

/* "172.59 ms" */
static void rounded(const struct graph_picture *picture, struct buf *to)
{
    const struct graph_measure *m = picture->view->m;
    struct str unit = amount_unit_text(&picture->graph->profile->names, m->unit);
    struct sink s;

    sink_open_buf(&s);
    amount_write_rounded(&s, (struct decimal){m->whole, m->scale}, unit);
    text_clean(buf_str(&s.buf), to);
    sink_discard(&s);
}

void graph_title(const struct graph_picture *picture, struct buf *to)
{
    const struct graph_style *style = picture->style;

    if (style->title.n) {
        text_clean(style->title, to);
        return;
    }
    buf_add(to, STR("Call graph: "));
    if (picture->both) {
        graph_comparison_headline(picture, to);
        return;
    }
    text_clean(style->subject, to);
    buf_add(to, style->subject.n ? STR(" - ") : STR(""));
    rounded(picture, to);
}

void graph_page_title(const struct graph_picture *picture, struct buf *to)
{
    text_clean(picture->style->file, to);
    buf_add(to, picture->style->file.n ? STR(": ") : STR(""));
    graph_title(picture, to);
}

void graph_exact_title(const struct graph_picture *picture, struct buf *to)
{
    if (picture->both)
        return;
    text_clean(picture->style->subject, to);
    buf_add(to, picture->style->subject.n ? STR(": ") : STR(""));
    graph_amount(picture->graph, picture->view->m, picture->view->m->whole, to);
}

static void amount(struct buf *to, const struct graph_picture *p, uint64_t value, bool self)
{
    line(to, self ? STR("(") : STR(""));
    graph_amount(p->graph, p->view->m, value, to);
    buf_add(to, self ? STR(")") : STR(""));
}

/* A name too long for a box is cut after a whole character. */
static struct str cut_name(struct str clean)
{
    size_t n = clean.n;

    if (n <= NAME_MOST)
        return clean;
    for (n = NAME_MOST; n > 0 && ((unsigned char)clean.p[n] & 0xc0) == 0x80; n--)
        ;
    return str_from_to(clean, 0, n);
}

void graph_function_short_name(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    struct buf clean = {0};
    struct buf name = {0};

    text_clean_name(graph_text(p->graph, p->graph->functions[function].name), &clean);
    if (p->style->strip)
        graph_name_strip(buf_str(&clean), &name);
    else
        buf_add(&name, buf_str(&clean));
    graph_add_origin(p->graph, function, &name);
    struct str shown = cut_name(buf_str(&name));
    if (shown.n && p->style->wrap) {
        line(to, STR(""));
        graph_name_wrap(shown, to);
    } else if (shown.n) {
        line(to, shown);
    }
    if (shown.n < name.n)
        buf_add(to, STR("\xE2\x80\xA6"));
    buf_free(&clean);
    buf_free(&name);
}

name_id graph_cluster_of(const struct graph_picture *picture, uint32_t function)
{
    const struct graph_function *f = &picture->graph->functions[function];

    switch (picture->style->cluster) {
    case GRAPH_NO_CLUSTERS:
        return 0;
    case GRAPH_BY_MODULE:
        return f->module;
    case GRAPH_BY_FILE:
        break;
    }
    return f->file ? f->file : f->module;
}

void graph_cluster_name(const struct graph_picture *picture, name_id cluster, struct buf *to)
{
    struct str name = graph_text(picture->graph, cluster);

    text_clean_name(picture->style->cluster == GRAPH_BY_MODULE ? graph_module_base(name) : name,
                    to);
}

struct colour graph_colour(const struct graph_picture *picture, double share)
{
    return colormap_colour(&picture->style->colours, share, picture->style->skew);
}

struct colour graph_line_colour(const struct graph_picture *picture, double share)
{
    return colormap_line(&picture->style->colours, share, picture->style->skew);
}

/* A module is "libc.so.6", or in xperf "process.exe!module.dll": a line for each part. As in
 * gprof2dot, there is none in a comparison. */
void graph_function_module(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    name_id module = p->graph->functions[function].module;
    struct buf clean = {0};

    if (!module || p->compare || graph_cluster_of(p, function) == module)
        return;
    text_clean_name(graph_module_base(graph_text(p->graph, module)), &clean);
    struct str rest = buf_str(&clean);
    size_t mark = str_find(rest, 0, STR("!"));
    if (mark < rest.n) {
        line(to, str_from_to(rest, 0, mark));
        rest = str_from_to(rest, mark + 1, rest.n);
    }
    line(to, rest);
    buf_free(&clean);
}

static void measure_line(const struct graph_picture *p, enum graph_line what, uint32_t function,
                         struct buf *to)
{
    const struct graph_measure *m = p->view->m;
    uint64_t self = m->self[function];
    uint64_t total = m->total[function];

    switch (what) {
    case GRAPH_TOTAL_PERCENT:
        percent(to, graph_share(m, total), false);
        break;
    case GRAPH_SELF_PERCENT:
        percent(to, graph_self_share(m, function), true);
        break;
    case GRAPH_TOTAL_TIME:
        seconds(to, p, total, false);
        break;
    case GRAPH_SELF_TIME:
        seconds(to, p, self, true);
        break;
    case GRAPH_TOTAL:
        amount(to, p, total, false);
        break;
    case GRAPH_SELF:
    case GRAPH_LINES:
        amount(to, p, self, true);
        break;
    }
}

/* "94.23% + 4.35%", and how often it was called before and after. */
static void compared_line(const struct graph_picture *p, uint32_t function, bool self,
                          struct buf *to)
{
    const struct gprof2dot_compare *c = p->compare;
    const struct graph_function *f = &p->graph->functions[function];
    uint32_t other = c->match->function[function];
    uint64_t called = other == GRAPH_NO_MATCH ? 0 : c->other->functions[other].called;
    double share = graph_share(p->view->m, p->view->m->total[function]);
    bool differs = self || gprof2dot_compare_sign(c, p->view, function);
    struct sink s;

    if (self)
        share = graph_self_share(p->view->m, function);
    sink_open_buf(&s);
    graph_write_percent(&s, share, self);
    if (differs)
        gprof2dot_compare_difference(
            c, (self ? gprof2dot_compare_self : gprof2dot_compare_total)(c, p->view, function), &s);
    if (f->counted) {
        sink_byte(&s, '\n');
        sink_u64(&s, f->called);
        sink_text(&s, " \xC3\x97/ ");
        sink_u64(&s, called);
        sink_text(&s, " \xC3\x97");
    }
    line(to, buf_str(&s.buf));
    sink_discard(&s);
}

static void compared_numbers(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    for (size_t i = 0; i < p->style->n_lines; i++) {
        if (p->style->lines[i] == GRAPH_TOTAL_PERCENT || p->style->lines[i] == GRAPH_SELF_PERCENT)
            compared_line(p, function, p->style->lines[i] == GRAPH_SELF_PERCENT, to);
        else
            measure_line(p, p->style->lines[i], function, to);
    }
}

/* "16.88% / 16.92%" and "1x / 1x". */
static void compared_edge(const struct graph_picture *p, uint32_t edge, struct buf *to)
{
    const struct graph_measure *m = p->view->m;
    uint64_t calls = p->graph->edges[edge].calls;
    uint32_t other = p->compare->match->edge[edge];
    struct sink s;

    sink_open_buf(&s);
    if (!m->known || m->known[edge]) {
        graph_write_percent(&s, graph_share(m, m->weight[edge]), false);
        sink_text(&s, " / ");
        graph_write_percent(&s, gprof2dot_compare_edge(p->compare, edge), false);
        if (calls)
            sink_byte(&s, '\n');
    }
    if (calls) {
        sink_u64(&s, calls);
        sink_text(&s, "\xC3\x97 / ");
        sink_u64(&s, other == GRAPH_NO_MATCH ? 0 : p->compare->other->edges[other].calls);
        sink_text(&s, "\xC3\x97");
    }
    if (s.buf.n)
        line(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_function_numbers(const struct graph_picture *picture, uint32_t function, struct buf *to)
{
    const struct graph_function *f = &picture->graph->functions[function];
    const struct graph_style *style = picture->style;
    uint64_t unit = 1;

    if (picture->compare) {
        compared_numbers(picture, function, to);
        return;
    }
    if (picture->both) {
        graph_comparison_numbers(picture, function, to);
        return;
    }
    for (size_t i = 0; i < style->n_lines; i++)
        measure_line(picture, style->lines[i], function, to);
    for (unsigned i = 0; i < picture->view->m->scale; i++)
        unit *= 10;
    if (style->show_samples && graph_seconds_of(picture) <= 0)
        times(to, picture->view->m->self[function] / unit);
    if (f->counted)
        times(to, f->called);
}

void graph_function_label(const struct graph_picture *picture, uint32_t function, struct buf *to)
{
    graph_function_module(picture, function, to);
    graph_function_short_name(picture, function, to);
    graph_function_numbers(picture, function, to);
}

/* The share written on an edge. */
static double line_share(const struct graph_picture *p, uint32_t caller, uint64_t weight)
{
    const struct graph_measure *m = p->view->m;

    if (p->style->relative != GRAPH_OF_PARENT)
        return graph_share(m, weight);
    return weight < m->total[caller] ? (double)weight / (double)m->total[caller] : 1;
}

void graph_edge_label(const struct graph_picture *picture, uint32_t edge, struct buf *to)
{
    const struct graph_measure *m = picture->view->m;

    if (picture->compare) {
        compared_edge(picture, edge, to);
        return;
    }
    if (picture->both) {
        graph_comparison_edge_label(picture, edge, to);
        return;
    }
    if (!m->known || m->known[edge])
        percent(to, line_share(picture, picture->graph->edges[edge].caller, m->weight[edge]),
                false);
    if (picture->graph->edges[edge].calls)
        times(to, picture->graph->edges[edge].calls);
}

void graph_residual_label(const struct graph_picture *picture, uint32_t residual, struct buf *to)
{
    const struct graph_residual *r = &picture->view->residuals[residual];

    if (picture->both) {
        graph_comparison_residual_label(picture, residual, to);
        return;
    }
    percent(to, line_share(picture, r->caller, r->weight), false);
}

double graph_edge_share(const struct graph_picture *picture, uint32_t edge)
{
    if (picture->compare && picture->compare->by_difference)
        return 0;
    return graph_view_share(picture->view, picture->view->m->weight[edge],
                            picture->before ? picture->before->weight[edge] : 0);
}

void graph_add_origin(const struct graph *g, uint32_t function, struct buf *to)
{
    const struct graph_function *f = &g->functions[function];
    name_id place = f->origin == ORIGIN_FILE ? f->file : f->origin == ORIGIN_MODULE ? f->module : 0;
    char number[16];

    if (place) {
        buf_add(to, STR(" ("));
        text_clean_name(path_base_name(graph_text(g, place)), to);
        buf_add_byte(to, ')');
    }
    if (f->numbered) {
        snprintf(number, sizeof number, " #%llu", (unsigned long long)f->twin + 1);
        buf_add(to, str_of(number));
    }
}

void graph_function_name(const struct graph *g, uint32_t function, struct buf *to)
{
    text_clean_name(graph_text(g, g->functions[function].name), to);
    graph_add_origin(g, function, to);
}

struct graph_picture graph_picture_of(const struct graph_view *view,
                                      const struct graph_style *style, const struct limits *limits)
{
    struct graph_picture p = {.graph = view->g, .view = view, .style = style, .limits = limits};

    for (uint32_t i = 0; i < view->g->n_functions; i++)
        if (view->shown[i] && view->m->self[i] > p.most_self)
            p.most_self = view->m->self[i];
    return p;
}

double graph_function_share(const struct graph_picture *picture, uint32_t function)
{
    const struct graph_measure *m = picture->view->m;

    if (picture->compare && picture->compare->by_difference)
        return gprof2dot_compare_share(picture->compare, picture->view, function);
    if (!picture->style->by_self || picture->both)
        return graph_view_share(picture->view, m->total[function],
                                picture->before ? picture->before->total[function] : 0);
    return picture->most_self ? (double)m->self[function] / (double)picture->most_self : 1;
}
