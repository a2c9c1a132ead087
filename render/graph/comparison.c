/* Costs before and after, their change, and both as text. */
#include "render/graph/comparison.h"

#include <math.h>

#include "model/graph/pair.h"
#include "render/common/amount.h"
#include "render/common/text.h"
#include "render/graph/picture.h"

#define ARROW " \xE2\x86\x92 "

struct graph_costs graph_comparison_total(const struct graph_comparison *both, uint32_t function)
{
    return (struct graph_costs){both->before->total[function], both->after->total[function], false};
}

struct graph_costs graph_comparison_self(const struct graph_comparison *both, uint32_t function)
{
    return (struct graph_costs){both->before->self[function], both->after->self[function], true};
}

struct graph_costs graph_comparison_edge(const struct graph_comparison *both, uint32_t edge)
{
    return (struct graph_costs){both->before->weight[edge], both->after->weight[edge], false};
}

struct graph_costs graph_comparison_residual(const struct graph_residual *residual)
{
    return (struct graph_costs){residual->before, residual->weight, false};
}

static struct graph_costs costs_of_all(const struct graph_comparison *both)
{
    return (struct graph_costs){both->before->whole, both->after->whole, false};
}

/* The divisor that makes a cost of that side comparable. */
static double divisor(const struct graph_comparison *both, bool after, bool self)
{
    uint64_t all = self ? both->before->sum : both->before->whole;
    double unit = pow(10, both->before->scale); /* that of both */

    switch (both->by) {
    case GRAPH_BY_COST:
        return unit;
    case GRAPH_BY_WORK:
        return unit * (after ? both->work.after : both->work.before);
    case GRAPH_BY_SHARES:
        break;
    }
    return (all ? (double)all : 1) * (after ? both->ratio : 1);
}

double graph_comparison_divisor(const struct graph_comparison *both, bool after)
{
    return divisor(both, after, false) / pow(10, both->before->scale);
}

static double value_of(const struct graph_comparison *both, struct graph_costs costs, bool after)
{
    return (double)(after ? costs.after : costs.before) / divisor(both, after, costs.self);
}

double graph_comparison_change(const struct graph_comparison *both, struct graph_costs costs)
{
    return value_of(both, costs, true) - value_of(both, costs, false);
}

struct graph_comparison graph_comparison_of(const struct graph_view *v, enum graph_by by,
                                            const struct graph_work *work, bool by_self)
{
    const double least = 0.01;
    struct graph_comparison both = {
        .before = v->before, .after = v->m, .by = by, .work = *work, .ratio = 1};

    if (by == GRAPH_BY_SHARES)
        both.ratio = graph_pair_ratio(v->m, v->before, v->g->n_functions);
    struct graph_costs all = costs_of_all(&both);
    both.all = fmax(value_of(&both, all, false), value_of(&both, all, true));
    both.all = both.all > 0 ? both.all : 1;
    both.most = least * both.all;
    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        struct graph_costs costs =
            (by_self ? graph_comparison_self : graph_comparison_total)(&both, i);
        if (v->shown[i])
            both.most = fmax(both.most, fabs(graph_comparison_change(&both, costs)));
    }
    return both;
}

double graph_comparison_heat(const struct graph_picture *p, struct graph_costs costs)
{
    double skew = p->style->skew;
    double change = graph_comparison_change(p->both, costs);
    double part = p->both->most > 0 ? fmin(fabs(change) / p->both->most, 1) : 0;
    double heat = skew > 0 && skew != 1 ? (pow(skew, part) - 1) / (skew - 1) : part;

    return change < 0 ? -heat : heat;
}

double graph_comparison_function_heat(const struct graph_picture *p, uint32_t function)
{
    return graph_comparison_heat(
        p, (p->style->by_self ? graph_comparison_self : graph_comparison_total)(p->both, function));
}

static enum graph_fate fate_of(struct graph_costs costs, uint64_t calls_before, uint64_t calls)
{
    bool was = costs.before || calls_before;
    bool is = costs.after || calls;

    return was == is ? GRAPH_STAYS : is ? GRAPH_NEW : GRAPH_GONE;
}

enum graph_fate graph_comparison_function_fate(const struct graph_picture *p, uint32_t function)
{
    const struct graph *g = p->graph;

    return fate_of(graph_comparison_total(p->both, function),
                   g->called_before ? g->called_before[function] : 0,
                   g->functions[function].called);
}

enum graph_fate graph_comparison_edge_fate(const struct graph_picture *p, uint32_t edge)
{
    const struct graph *g = p->graph;

    return fate_of(graph_comparison_edge(p->both, edge),
                   g->calls_before ? g->calls_before[edge] : 0, g->edges[edge].calls);
}

/* Four significant digits, and always all before the point. */
static void write_rate(struct sink *s, double n)
{
    if (n >= 1e3 && n < 1e18)
        sink_grouped(s, (uint64_t)(n + 0.5), 0);
    else
        amount_write_digits(s, n, 4);
}

/* Rounds: an estimate is not exact in all its digits. */
static void write_cost(struct sink *s, const struct graph_picture *p, uint64_t cost)
{
    double value = (double)cost / pow(10, p->both->before->scale);

    if (p->graph->estimated && value != floor(value))
        write_rate(s, value);
    else
        sink_grouped(s, cost, p->both->before->scale);
}

static name_id unit_of(const struct graph_picture *p)
{
    return p->both->after->unit ? p->both->after->unit : p->both->before->unit;
}

/* Whether numbers of the table have their unit with them. */
static bool is_scaled(const struct graph_picture *p)
{
    return p->style->scaled && p->both->by != GRAPH_BY_SHARES &&
           amount_is_scaled(graph_text(p->graph, unit_of(p)));
}

static void write_number(struct sink *s, const struct graph_picture *p, uint64_t cost, double value)
{
    if (value > 0 && is_scaled(p)) {
        amount_write_scaled(s, value, graph_text(p->graph, unit_of(p)));
        return;
    }
    switch (p->both->by) {
    case GRAPH_BY_COST:
        write_cost(s, p, cost);
        break;
    case GRAPH_BY_WORK:
        write_rate(s, value);
        break;
    case GRAPH_BY_SHARES:
        sink_fixed(s, value * 100, 2);
        break;
    }
}

void graph_comparison_amount(const struct graph_picture *p, struct graph_costs costs, bool after,
                             struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    write_number(&s, p, after ? costs.after : costs.before, value_of(p->both, costs, after));
    if (p->both->by == GRAPH_BY_SHARES)
        sink_byte(&s, '%');
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_comparison_amounts(const struct graph_picture *p, struct graph_costs costs,
                              struct buf *to)
{
    struct buf after = {0};
    struct buf before = {0};

    graph_comparison_amount(p, costs, false, &before);
    graph_comparison_amount(p, costs, true, &after);
    buf_add(to, buf_str(&before));
    if (!str_equal(buf_str(&before), buf_str(&after))) {
        buf_add(to, STR(ARROW));
        buf_add(to, buf_str(&after));
    }
    buf_free(&before);
    buf_free(&after);
}

void graph_comparison_signed(const struct graph_picture *p, struct graph_costs costs,
                             struct buf *to)
{
    double change = graph_comparison_change(p->both, costs);
    bool fell = costs.after < costs.before;
    bool less = p->both->by == GRAPH_BY_COST ? fell : change < 0;
    struct sink s;

    sink_open_buf(&s);
    write_number(&s, p, fell ? costs.before - costs.after : costs.after - costs.before,
                 fabs(change));
    struct str number = buf_str(&s.buf);
    bool nothing = true;
    for (size_t i = 0; i < number.n && number.p[i] != ' '; i++)
        nothing = nothing && (number.p[i] == '0' || number.p[i] == '.');
    buf_add(to, nothing ? STR("") : less ? STR("-") : STR("+"));
    buf_add(to, number);
    sink_discard(&s);
}

/* " (-25.00%)", " (new)"; a function that gets a self value need not be new. */
static void add_relative(const struct graph_comparison *both, struct graph_costs costs,
                         struct buf *to)
{
    const double most = 1e6;
    double before = value_of(both, costs, false);
    double part = before > 0 ? graph_comparison_change(both, costs) / before : 0;
    struct sink s;

    if (!costs.before || !costs.after) {
        if (!costs.self)
            buf_add(to, costs.before ? STR(" (gone)") : STR(" (new)"));
        return;
    }
    if (both->by == GRAPH_BY_SHARES || part > most)
        return;
    sink_open_buf(&s);
    sink_text(&s, part < 0 ? " (" : " (+");
    sink_fixed(&s, part * 100, 2);
    sink_text(&s, "%)");
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_comparison_difference(const struct graph_picture *p, struct graph_costs costs,
                                 struct buf *to)
{
    struct buf number = {0};

    graph_comparison_signed(p, costs, &number);
    struct str text = buf_str(&number);
    if (text.p[0] == '-' || text.p[0] == '+') {
        buf_add(to, text);
        if (p->both->by == GRAPH_BY_SHARES)
            buf_add(to, STR(" points"));
        add_relative(p->both, costs, to);
    }
    buf_free(&number);
}

void graph_comparison_unit(const struct graph_picture *p, struct buf *to)
{
    struct str unit = graph_text(p->graph, unit_of(p));

    if (!is_scaled(p)) {
        buf_add(to, p->both->by == GRAPH_BY_SHARES ? STR(" of ") : STR(" "));
        text_clean(unit.n ? unit : STR("samples"), to);
    }
    if (p->both->by != GRAPH_BY_WORK || !*p->both->work.unit)
        return;
    buf_add(to, STR(" per "));
    text_clean(str_of(p->both->work.unit), to);
}

void graph_comparison_headline(const struct graph_picture *p, struct buf *to)
{
    struct graph_costs all = costs_of_all(p->both);

    graph_comparison_amounts(p, all, to);
    graph_comparison_unit(p, to);
    buf_add(to, STR(", "));
    size_t before = to->n;
    graph_comparison_difference(p, all, to);
    if (to->n == before)
        buf_add(to, STR("no change"));
}

void graph_comparison_note(const struct graph_picture *p, struct buf *to)
{
    const struct graph_comparison *both = p->both;
    struct sink s;

    if (both->by == GRAPH_BY_COST)
        return;
    sink_open_buf(&s);
    if (both->by == GRAPH_BY_WORK) {
        sink_text(&s, "divided by ");
        write_rate(&s, both->work.before);
        if (both->work.before != both->work.after) {
            sink_text(&s, " before and ");
            write_rate(&s, both->work.after);
            sink_text(&s, " after");
        }
    } else {
        sink_text(&s, "100% after is ");
        write_rate(&s, both->ratio);
        sink_text(&s, " of that before, as in the median function");
    }
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}
