/* The differences between two graphs, as gprof2dot computes them. */
#include "render/graph/compare.h"

#include <math.h>

static const double HUNDRED = 100;

double gprof2dot_compare_total(const struct gprof2dot_compare *c, const struct graph_view *view,
                               uint32_t function)
{
    uint32_t other = c->match->function[function];
    double before = graph_share(view->m, view->m->total[function]);

    return (other == GRAPH_NO_MATCH ? 0 : graph_share(c->m, c->m->total[other])) - before;
}

double gprof2dot_compare_self(const struct gprof2dot_compare *c, const struct graph_view *view,
                              uint32_t function)
{
    uint32_t other = c->match->function[function];

    return (other == GRAPH_NO_MATCH ? 0 : graph_self_share(c->m, other)) -
           graph_self_share(view->m, function);
}

double gprof2dot_compare_edge(const struct gprof2dot_compare *c, uint32_t edge)
{
    uint32_t other = c->match->edge[edge];

    return other == GRAPH_NO_MATCH ? 0 : graph_share(c->m, c->m->weight[other]);
}

void gprof2dot_compare_spread(struct gprof2dot_compare *c, const struct graph_view *view)
{
    c->least = 1;
    c->most = 0;
    for (uint32_t i = 0; i < view->g->n_functions; i++) {
        double difference = fabs(gprof2dot_compare_total(c, view, i));
        if (!view->shown[i])
            continue;
        c->least = fmin(c->least, difference);
        c->most = fmax(c->most, difference);
    }
}

int gprof2dot_compare_sign(const struct gprof2dot_compare *c, const struct graph_view *view,
                           uint32_t function)
{
    double difference = gprof2dot_compare_total(c, view, function);

    if (fabs(difference) * HUNDRED < c->tolerance)
        return 0;
    if ((difference > 0 && c->only_faster) || (difference < 0 && c->only_slower))
        return 0;
    return difference > 0 ? 1 : -1;
}

double gprof2dot_compare_share(const struct gprof2dot_compare *c, const struct graph_view *view,
                               uint32_t function)
{
    double difference = fabs(gprof2dot_compare_total(c, view, function));

    if (difference * HUNDRED < c->tolerance)
        return 0;
    return c->most > c->least ? (difference - c->least) / (c->most - c->least) : 0;
}

/* As Python does, writes 4.350 as 4.35, and 4.000 as 4.0. */
void gprof2dot_compare_difference(const struct gprof2dot_compare *c, double difference,
                                  struct sink *to)
{
    enum { DIGITS_MOST = 6 };
    double points = fabs(difference) * HUNDRED;
    double digits = -floor(log10(c->tolerance));
    unsigned shown = digits < 1 ? 0 : digits > DIGITS_MOST ? DIGITS_MOST : (unsigned)digits;
    struct sink number;

    if (points < c->tolerance)
        return;
    sink_open_buf(&number);
    sink_fixed(&number, points, shown);
    struct str text = buf_str(&number.buf);
    while (shown > 1 && text.p[text.n - 1] == '0') {
        text.n--;
        shown--;
    }
    sink_text(to, difference > 0 ? " + " : " - ");
    sink_str(to, text);
    sink_text(to, shown ? "%" : ".0%");
    sink_discard(&number);
}
