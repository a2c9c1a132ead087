/* Two profiles in one graph, as --before draws them: what functions and calls cost before and
 * after, and the change. */
#ifndef RENDER_GRAPH_COMPARISON_H
#define RENDER_GRAPH_COMPARISON_H

#include "base/sink.h"
#include "model/graph/view.h"

struct graph_picture;

/* What is compared. */
enum graph_by {
    GRAPH_BY_COST,
    GRAPH_BY_WORK,  /* what was spent for a unit of work */
    GRAPH_BY_SHARES /* of the total before, and of as much as it would be after if all functions had
                       changed as the median one: see graph_pair_ratio */
};

struct graph_work {
    double before, after; /* above 0 */
    const char *unit;     /* "request"; "": not said */
};

/* Borrows its measures and texts. */
struct graph_comparison {
    const struct graph_measure *before, *after;
    enum graph_by by;
    struct graph_work work; /* by work */
    double ratio;           /* by shares: what is 100 percent after, of what it is before */
    double all;  /* what is compared of all, before or after, whichever is more; above 0 */
    double most; /* the change that has the full colour, as graph_comparison_change */
};

/* What a function or a call costs; self: what a function costs by itself. */
struct graph_costs {
    uint64_t before, after;
    bool self;
};

/* What became of it. */
enum graph_fate { GRAPH_STAYS, GRAPH_NEW, GRAPH_GONE };

/* Chooses the full colour for what the view shows: the greatest change of a total or, by_self, of
 * what a function costs by itself; at least a hundredth of all. */
struct graph_comparison graph_comparison_of(const struct graph_view *v, enum graph_by by,
                                            const struct graph_work *work, bool by_self);

struct graph_costs graph_comparison_total(const struct graph_comparison *both, uint32_t function);
struct graph_costs graph_comparison_self(const struct graph_comparison *both, uint32_t function);
struct graph_costs graph_comparison_edge(const struct graph_comparison *both, uint32_t edge);
struct graph_costs graph_comparison_residual(const struct graph_residual *residual);

/* What a total of that side, in units of cost, is divided by to be compared. */
double graph_comparison_divisor(const struct graph_comparison *both, bool after);

/* The change in what is compared: units of cost, of cost for a unit of work, or parts of 1. */
double graph_comparison_change(const struct graph_comparison *both, struct graph_costs costs);

/* The same from -1 (the most less) to 1 (the most more), for colours. */
double graph_comparison_heat(const struct graph_picture *p, struct graph_costs costs);
double graph_comparison_function_heat(const struct graph_picture *p, uint32_t function);

enum graph_fate graph_comparison_function_fate(const struct graph_picture *p, uint32_t function);
enum graph_fate graph_comparison_edge_fate(const struct graph_picture *p, uint32_t edge);

/* Appends "1,200", "0.0125" or "12.34%". */
void graph_comparison_amount(const struct graph_picture *p, struct graph_costs costs, bool after,
                             struct buf *to);

/* Appends "1,200 \u2192 900", or one number where they look the same. */
void graph_comparison_amounts(const struct graph_picture *p, struct graph_costs costs,
                              struct buf *to);

/* Appends "-300 (-25.00%)", "+300 (new)", "-1.25 points"; nothing where nothing changed. */
void graph_comparison_difference(const struct graph_picture *p, struct graph_costs costs,
                                 struct buf *to);

/* Appends the signed change alone: "-300", "+0.0125", "-1.25"; "0". */
void graph_comparison_signed(const struct graph_picture *p, struct graph_costs costs,
                             struct buf *to);

/* Appends what stands behind amounts: " samples", " samples per request", " of samples". */
void graph_comparison_unit(const struct graph_picture *p, struct buf *to);

/* Appends the change of all: "1,200 \u2192 900 samples, -300 (-25.00%)". */
void graph_comparison_headline(const struct graph_picture *p, struct buf *to);

/* Appends how costs were made comparable: "divided by 900 before and 1,200 after"; nothing where
 * they are compared as they are. */
void graph_comparison_note(const struct graph_picture *p, struct buf *to);

/* The numbers of labels and tooltips; the former as graph_function_numbers and graph_edge_label,
 * the latter a line each, with a newline before it. */
void graph_comparison_numbers(const struct graph_picture *p, uint32_t function, struct buf *to);
void graph_comparison_edge_label(const struct graph_picture *p, uint32_t edge, struct buf *to);
void graph_comparison_residual_label(const struct graph_picture *p, uint32_t residual,
                                     struct buf *to);
void graph_comparison_function_tip(const struct graph_picture *p, uint32_t function,
                                   struct buf *to);
void graph_comparison_edge_tip(const struct graph_picture *p, uint32_t edge, struct buf *to);
void graph_comparison_residual_tip(const struct graph_picture *p, uint32_t residual,
                                   struct buf *to);

#endif
