/* Two profiles in one graph, as gprof2dot --compare draws them: the first, with what changes in the
 * second behind its numbers. */
#ifndef RENDER_GRAPH_COMPARE_H
#define RENDER_GRAPH_COMPARE_H

#include "base/sink.h"
#include "model/graph/match.h"
#include "model/graph/view.h"

/* What the first graph is compared with. Borrows all of it. */
struct gprof2dot_compare {
    const struct graph *other;
    const struct graph_measure *m;
    const struct graph_match *match;
    double tolerance;              /* percentage points; smaller differences are none */
    bool only_slower, only_faster; /* the totals of the others are drawn as if equal */
    bool by_difference;            /* colours go by how much totals differ */
    double least, most; /* of these differences, in shares; see gprof2dot_compare_spread */
};

/* How the second total of a function differs from the first: above 0 it is slower. Shares. */
double gprof2dot_compare_total(const struct gprof2dot_compare *c, const struct graph_view *view,
                               uint32_t function);
double gprof2dot_compare_self(const struct gprof2dot_compare *c, const struct graph_view *view,
                              uint32_t function);

/* The share of the matching edge; 0 where there is none. */
double gprof2dot_compare_edge(const struct gprof2dot_compare *c, uint32_t edge);

/* Sets least and most over all functions shown. */
void gprof2dot_compare_spread(struct gprof2dot_compare *c, const struct graph_view *view);

/* -1, 0 or 1: whether the function is drawn as faster, equal or slower. */
int gprof2dot_compare_sign(const struct gprof2dot_compare *c, const struct graph_view *view,
                           uint32_t function);

/* How a function is coloured when colours go by differences. */
double gprof2dot_compare_share(const struct gprof2dot_compare *c, const struct graph_view *view,
                               uint32_t function);

/* Appends " + 4.35%", " - 0.5%", or nothing below the tolerance. The digits go by the tolerance. */
void gprof2dot_compare_difference(const struct gprof2dot_compare *c, double difference,
                                  struct sink *to);

#endif
