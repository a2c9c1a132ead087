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
    GRAPH_BY_WORK,  /* cost per unit of work */
    GRAPH_BY_SHARES /* share of the total before; after, of the total there would be if all
                     * functions had changed as the median one did (graph_pair_ratio) */
};

struct graph_work {
    double before, after; /* above 0 */
    const char *unit;     /* "request"; "": not given */
};

/* Borrows its measures and texts. */
struct graph_comparison {
    const struct graph_measure *before, *after;
    enum graph_by by;
    struct graph_work work; /* by work */
    double ratio;           /* by shares: the total that is 100 percent after, divided by the total
                             * before */
    double all;             /* the larger of the compared totals before and after; above 0 */
    double most; /* the change with the strongest colour, as graph_comparison_change gives it */
};

/* The costs of a function or call; self: the function alone. */
struct graph_costs {
    uint64_t before, after;
    bool self;
};

/* Whether both profiles have it. */
enum graph_fate { GRAPH_STAYS, GRAPH_NEW, GRAPH_GONE };

/* Sets `most` for what the view shows: the greatest change of a total or, by_self, of a self value;
 * at least a hundredth of `all`. */
struct graph_comparison graph_comparison_of(const struct graph_view *v, enum graph_by by,
                                            const struct graph_work *work, bool by_self);

struct graph_costs graph_comparison_total(const struct graph_comparison *both, uint32_t function);
struct graph_costs graph_comparison_self(const struct graph_comparison *both, uint32_t function);
struct graph_costs graph_comparison_edge(const struct graph_comparison *both, uint32_t edge);
struct graph_costs graph_comparison_residual(const struct graph_residual *residual);

/* The divisor that makes a total of that side, in units of cost, comparable. */
double graph_comparison_divisor(const struct graph_comparison *both, bool after);

/* The change in what is compared: units of cost, cost per unit of work, or shares. */
double graph_comparison_change(const struct graph_comparison *both, struct graph_costs costs);

/* The same as a colour strength, from -1 (most decreased) to 1 (most increased). */
double graph_comparison_heat(const struct graph_picture *p, struct graph_costs costs);
double graph_comparison_function_heat(const struct graph_picture *p, uint32_t function);

enum graph_fate graph_comparison_function_fate(const struct graph_picture *p, uint32_t function);
enum graph_fate graph_comparison_edge_fate(const struct graph_picture *p, uint32_t edge);

/* Appends "1,200", "0.0125" or "12.34%". */
void graph_comparison_amount(const struct graph_picture *p, struct graph_costs costs, bool after,
                             struct buf *to);

/* Appends "1,200 \u2192 900", or one number where both look the same. */
void graph_comparison_amounts(const struct graph_picture *p, struct graph_costs costs,
                              struct buf *to);

/* Appends "-300 (-25.00%)", "+300 (new)", "-1.25 points"; nothing without a change. */
void graph_comparison_difference(const struct graph_picture *p, struct graph_costs costs,
                                 struct buf *to);

/* Appends only the signed change: "-300", "+0.0125", "-1.25"; "0". */
void graph_comparison_signed(const struct graph_picture *p, struct graph_costs costs,
                             struct buf *to);

/* Appends what follows amounts: " samples", " samples per request", " of samples". */
void graph_comparison_unit(const struct graph_picture *p, struct buf *to);

/* Appends the change of the whole: "1,200 \u2192 900 samples, -300 (-25.00%)". */
void graph_comparison_headline(const struct graph_picture *p, struct buf *to);

/* Appends how costs were made comparable: "divided by 900 before and 1,200 after"; nothing if they
 * did not need it. */
void graph_comparison_note(const struct graph_picture *p, struct buf *to);

/* Writes "optimised before, interpreted after"; nothing if the function did not change so. */
void graph_comparison_tiers(const struct graph_picture *p, uint32_t function, struct sink *to);

/* Append costs before and after as a label's line and as a tooltip's. */
void graph_comparison_costs_label(const struct graph_picture *p, struct graph_costs costs,
                                  struct buf *to);
void graph_comparison_costs_tip(const struct graph_picture *p, struct graph_costs costs,
                                struct buf *to);

/* The numbers of labels and of tooltips. Labels: as graph_function_numbers and graph_edge_label.
 * Tooltips: one per line, each after a newline. */
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
