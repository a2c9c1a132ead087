/* The box of all functions that are left out: "306 others", and what leads to it and from it. */
#include "render/graph/others.h"

#include "render/graph/comparison.h"
#include "render/graph/numbers.h"

static struct graph_costs self_costs(const struct graph_picture *p)
{
    const struct graph_others *o = &p->view->others;

    return (struct graph_costs){o->costs[1].self, o->costs[0].self, true};
}

static struct graph_costs total_costs(const struct graph_picture *p)
{
    const struct graph_others *o = &p->view->others;

    return (struct graph_costs){o->costs[1].total, o->costs[0].total, false};
}

struct graph_costs graph_others_costs(const struct graph_other_edge *edge)
{
    return (struct graph_costs){edge->before, edge->weight, false};
}

static void count(const struct graph_picture *p, const char *one, const char *many, struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    sink_grouped(&s, p->view->others.n, 0);
    sink_text(&s, p->view->others.n == 1 ? one : many);
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

void graph_others_name(const struct graph_picture *p, struct buf *to)
{
    count(p, " other", " others", to);
}

void graph_others_numbers(const struct graph_picture *p, struct buf *to)
{
    struct graph_costs costs = self_costs(p);
    struct buf numbers = {0};

    costs.self = false; /* no parentheses: there is no other number */
    if (p->both)
        graph_comparison_costs_label(p, costs, &numbers);
    else
        graph_percent(p->view->m, costs.after, true, &numbers);
    buf_add(to, buf_str(&numbers));
    buf_add(to, p->view->others.n == 1 ? STR(" by itself") : STR(" by themselves"));
    buf_free(&numbers);
}

/* "1,234 samples (12.34%)" */
static void amount(const struct graph_picture *p, struct graph_costs costs, struct buf *to)
{
    if (p->both) {
        graph_comparison_costs_tip(p, costs, to);
        return;
    }
    graph_amount(p->graph, p->view->m, costs.after, to);
    buf_add(to, STR(" ("));
    graph_percent(p->view->m, costs.after, costs.self, to);
    buf_add(to, STR(")"));
}

void graph_others_tip(const struct graph_picture *p, struct buf *to)
{
    count(p, " function that is not shown", " functions that are not shown", to);
    if (p->view->others.exact) {
        buf_add(to, STR("\nwith what they call "));
        amount(p, total_costs(p), to);
    }
    buf_add(to, STR("\n"
                    "by themselves "));
    amount(p, self_costs(p), to);
}

void graph_others_edge_label(const struct graph_picture *p, const struct graph_other_edge *edge,
                             struct buf *to)
{
    if (edge->more)
        return;
    if (p->both)
        graph_comparison_costs_label(p, graph_others_costs(edge), to);
    else
        graph_percent(p->view->m, edge->weight, false, to);
}

void graph_others_edge_tip(const struct graph_picture *p, const struct graph_other_edge *edge,
                           struct buf *to)
{
    if (edge->more && !edge->weight && !edge->before) {
        buf_add(to, STR("how much is not known"));
        return;
    }
    if (edge->more)
        buf_add(to, STR("without calls that recur "));
    amount(p, graph_others_costs(edge), to);
}
