/* Two profiles in one graph, as gprof2dot --compare draws them: the first, with differences to the
 * second after its numbers. */
#ifndef RENDER_GRAPH_COMPARE_H
#define RENDER_GRAPH_COMPARE_H

#include "base/sink.h"
#include "model/graph/match.h"
#include "model/graph/view.h"

/* What the first graph is compared with. Borrows everything. */
struct gprof2dot_compare {
    const struct graph *other;
    const struct graph_measure *m;
    const struct graph_match *match;
    double tolerance;              /* percentage points; smaller differences are ignored */
    bool only_slower, only_faster; /* draws the totals of other functions as if equal */
    bool by_difference;            /* colours show the difference of totals */
    double least, most; /* the range of these differences, in shares; see gprof2dot_compare_spread
                         */
};

/* The difference of a function's total to the second profile, in shares; above 0: slower. */
double gprof2dot_compare_total(const struct gprof2dot_compare *c, const struct graph_view *view,
                               uint32_t function);
double gprof2dot_compare_self(const struct gprof2dot_compare *c, const struct graph_view *view,
                              uint32_t function);

/* The share of the matching edge; 0 if there is none. */
double gprof2dot_compare_edge(const struct gprof2dot_compare *c, uint32_t edge);

/* Sets least and most over all shown functions. */
void gprof2dot_compare_spread(struct gprof2dot_compare *c, const struct graph_view *view);

/* -1, 0 or 1: the function is drawn as faster, equal or slower. */
int gprof2dot_compare_sign(const struct gprof2dot_compare *c, const struct graph_view *view,
                           uint32_t function);

/* The value for a function's colour if colours show differences. */
double gprof2dot_compare_share(const struct gprof2dot_compare *c, const struct graph_view *view,
                               uint32_t function);

/* Appends " + 4.35%", " - 0.5%", or nothing below the tolerance, with as many digits as the
 * tolerance has. */
void gprof2dot_compare_difference(const struct gprof2dot_compare *c, double difference,
                                  struct sink *to);

#endif
