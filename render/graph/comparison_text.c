/* Labels and tooltips of functions and calls in a comparison. */
#include "render/graph/comparison.h"

#include "render/common/tier_text.h"
#include "render/graph/numbers.h"
#include "render/graph/picture.h"

enum { LINE_MOST = 40 }; /* cells: a pair of numbers that is wider goes into two lines */

/* A number of a label, of one side. */
static void add_number(const struct graph_picture *p, enum graph_line what,
                       struct graph_costs costs, bool after, struct buf *to)
{
    const struct graph_comparison *both = p->both;
    uint64_t cost = after ? costs.after : costs.before;

    switch (what) {
    case GRAPH_TOTAL_PERCENT:
    case GRAPH_SELF_PERCENT:
        if (both->by == GRAPH_BY_SHARES)
            graph_comparison_amount(p, costs, after, to);
        else
            graph_percent(after ? both->after : both->before, cost, costs.self, to);
        break;
    case GRAPH_TOTAL_TIME:
    case GRAPH_SELF_TIME:
        graph_time(p, cost, to);
        break;
    case GRAPH_TOTAL:
    case GRAPH_SELF:
    case GRAPH_LINES:
        if (both->by == GRAPH_BY_SHARES)
            graph_count(both->after, cost, to);
        else
            graph_comparison_amount(p, costs, after, to);
        break;
    }
}

static void begin_line(struct buf *to)
{
    if (to->n)
        buf_add_byte(to, '\n');
}

/* "1,200 -> 900" with its arrow, "(300 -> 250)". */
static void add_pair(struct str before, struct str after, bool self, struct buf *to)
{
    bool wide = before.n + after.n > LINE_MOST - 5;

    if (!before.n && !after.n)
        return;
    begin_line(to);
    buf_add(to, self ? STR("(") : STR(""));
    buf_add(to, before);
    if (!str_equal(before, after)) {
        buf_add(to, wide ? STR(" \xE2\x86\x92\n") : STR(" \xE2\x86\x92 "));
        buf_add(to, after);
    }
    buf_add(to, self ? STR(")") : STR(""));
}

static void add_numbers(const struct graph_picture *p, enum graph_line what,
                        struct graph_costs costs, struct buf *to)
{
    struct buf before = {0};
    struct buf after = {0};

    add_number(p, what, costs, false, &before);
    add_number(p, what, costs, true, &after);
    add_pair(buf_str(&before), buf_str(&after), costs.self, to);
    buf_free(&before);
    buf_free(&after);
}

static void add_calls(uint64_t before, uint64_t after, struct buf *to)
{
    struct sink s[2];

    for (unsigned i = 0; i < 2; i++) {
        sink_open_buf(&s[i]);
        sink_u64(&s[i], i ? after : before);
        sink_text(&s[i], "\xC3\x97");
    }
    add_pair(buf_str(&s[0].buf), buf_str(&s[1].buf), false, to);
    sink_discard(&s[0]);
    sink_discard(&s[1]);
}

static void add_change(const struct graph_picture *p, struct graph_costs costs, struct buf *to)
{
    struct buf text = {0};

    graph_comparison_difference(p, costs, &text);
    if (text.n) {
        begin_line(to);
        buf_add(to, buf_str(&text));
    }
    buf_free(&text);
}

static uint64_t calls_before(const uint64_t *calls, uint32_t at, uint64_t after)
{
    return calls ? calls[at] : after;
}

/* The change follows the first line that it belongs to. */
void graph_comparison_numbers(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    const struct graph_function *f = &p->graph->functions[function];
    struct graph_costs total = graph_comparison_total(p->both, function);
    struct graph_costs self = graph_comparison_self(p->both, function);
    bool by_self = p->style->by_self;
    bool told = false;

    for (size_t i = 0; i < p->style->n_lines; i++) {
        enum graph_line what = p->style->lines[i];
        bool is_self = what == GRAPH_SELF || what == GRAPH_SELF_PERCENT || what == GRAPH_SELF_TIME;
        add_numbers(p, what, is_self ? self : total, to);
        if (!told && is_self == by_self) {
            add_change(p, by_self ? self : total, to);
            told = true;
        }
    }
    if (!told)
        add_change(p, by_self ? self : total, to);
    if (f->counted)
        add_calls(calls_before(p->graph->called_before, function, f->called), f->called, to);
}

static enum graph_line line_of(const struct graph_picture *p)
{
    return p->both->by == GRAPH_BY_SHARES ? GRAPH_TOTAL_PERCENT : GRAPH_TOTAL;
}

/* A guess on either side cannot be compared. */
static bool is_known(const struct graph_comparison *both, uint32_t edge)
{
    return (!both->before->known || both->before->known[edge]) &&
           (!both->after->known || both->after->known[edge]);
}

void graph_comparison_edge_label(const struct graph_picture *p, uint32_t edge, struct buf *to)
{
    uint64_t calls = p->graph->edges[edge].calls;
    uint64_t before = calls_before(p->graph->calls_before, edge, calls);

    if (is_known(p->both, edge))
        add_numbers(p, line_of(p), graph_comparison_edge(p->both, edge), to);
    if (calls || before)
        add_calls(before, calls, to);
}

void graph_comparison_costs_label(const struct graph_picture *p, struct graph_costs costs,
                                  struct buf *to)
{
    add_numbers(p, line_of(p), costs, to);
}

void graph_comparison_residual_label(const struct graph_picture *p, uint32_t residual,
                                     struct buf *to)
{
    graph_comparison_costs_label(p, graph_comparison_residual(&p->view->residuals[residual]), to);
}

/* "1,200 -> 900 samples, -300 (-25.00%); 12.34% -> 11.20% of all" */
void graph_comparison_costs_tip(const struct graph_picture *p, struct graph_costs costs,
                                struct buf *to)
{
    struct buf before = {0};
    struct buf after = {0};
    size_t end;

    graph_comparison_amounts(p, costs, to);
    graph_comparison_unit(p, to);
    end = to->n;
    buf_add(to, STR(", "));
    graph_comparison_difference(p, costs, to);
    if (to->n == end + 2)
        to->n = end;
    if (p->both->by != GRAPH_BY_SHARES) {
        graph_percent(p->both->before, costs.before, costs.self, &before);
        graph_percent(p->both->after, costs.after, costs.self, &after);
        buf_add(to, STR("; "));
        buf_add(to, buf_str(&before));
        if (!str_equal(buf_str(&before), buf_str(&after))) {
            buf_add(to, STR(" \xE2\x86\x92 "));
            buf_add(to, buf_str(&after));
        }
        buf_add(to, STR(" of all"));
    }
    buf_free(&before);
    buf_free(&after);
}

/* "3 -> 4 times called" */
static void add_called_tip(uint64_t before, uint64_t after, const char *one, const char *many,
                           struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    sink_byte(&s, '\n');
    sink_grouped(&s, before, 0);
    if (before != after) {
        sink_text(&s, " \xE2\x86\x92 ");
        sink_grouped(&s, after, 0);
    }
    sink_text(&s, before == 1 && after == 1 ? one : many);
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_comparison_tiers(const struct graph_picture *p, uint32_t function, struct sink *to)
{
    if (p->tiers)
        tier_text_change(to, p->tiers, graph_text(p->graph, p->graph->functions[function].name));
}

static void add_tiers_tip(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    graph_comparison_tiers(p, function, &s);
    buf_add(to, s.buf.n ? STR("\n") : STR(""));
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_comparison_function_tip(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    const struct graph_function *f = &p->graph->functions[function];

    buf_add(to, STR("\nwith what it calls "));
    graph_comparison_costs_tip(p, graph_comparison_total(p->both, function), to);
    buf_add(to, STR("\nby itself "));
    graph_comparison_costs_tip(p, graph_comparison_self(p->both, function), to);
    if (f->counted)
        add_called_tip(calls_before(p->graph->called_before, function, f->called), f->called,
                       " time called", " times called", to);
    add_tiers_tip(p, function, to);
}

void graph_comparison_edge_tip(const struct graph_picture *p, uint32_t edge, struct buf *to)
{
    uint64_t calls = p->graph->edges[edge].calls;
    uint64_t before = calls_before(p->graph->calls_before, edge, calls);

    buf_add_byte(to, '\n');
    if (is_known(p->both, edge))
        graph_comparison_costs_tip(p, graph_comparison_edge(p->both, edge), to);
    else
        buf_add(to, STR("how much is not known"));
    if (calls || before)
        add_called_tip(before, calls, " call", " calls", to);
}

void graph_comparison_residual_tip(const struct graph_picture *p, uint32_t residual, struct buf *to)
{
    buf_add(to, STR("\nthrough functions that are not shown: "));
    graph_comparison_costs_tip(p, graph_comparison_residual(&p->view->residuals[residual]), to);
}
