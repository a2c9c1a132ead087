/* Chooses which functions and edges of a call graph are shown, and the residual edges between them.
 */
#ifndef MODEL_GRAPH_CHOICE_H
#define MODEL_GRAPH_CHOICE_H

#include "model/graph/view.h"

/* Borrows its arrays. */
struct graph_choice {
    size_t measure;
    double node_least;                  /* functions with a smaller share of the whole are hidden */
    double edge_least;                  /* edges with a smaller share are hidden */
    const struct graph_measure *before; /* a share that is large enough in this measure suffices as
                                         * well; NULL: none */
    uint32_t most;       /* the most functions to show: those that hold four fifths of
                          * all self cost (or of its change from `before`), and the hot
                          * path, with the heaviest calls between them; 0: all */
    uint32_t fill;       /* as long as there are fewer, those that matter most for the
                          * shape of the graph are shown as well */
    double light;        /* with `most`: functions with a smaller share are left out as well, but
                          * for the hot path, of a graph that is not small */
    const bool *fitting; /* by function: others are hidden; NULL: all fit */
    const bool *roots;   /* by function: only these and what they lead to is shown; NULL: no
                          * restriction */
    const bool *leaves;  /* by function: only these and what leads to them is shown; NULL: no
                          * restriction */
    const bool *around;  /* by function: only these, what leads to them and what they lead to is
                          * shown, with shares of what they hold; NULL: no restriction */
    uint32_t depth;      /* steps from a root or to a leaf; UINT32_MAX: any number */
    bool no_residuals, no_hot_path;
    bool others;     /* what `most` leaves out is added up */
    bool few_dashed; /* residual edges and those of the others are at most a fifth of all */
    bool runs;       /* functions that only pass calls on are runs; see graph_view.runs */
};

/* Hides, in this order: functions by share, by fitting; edges by share; what the roots do not lead
 * to, then what does not lead to the leaves; then all but the most important. Then adds residual
 * edges by share; they need stacks, so an estimated graph has none. With two measures the greater
 * share and importance count; the hot path is that of the first. With `most`, the hot path is that
 * of the graph before functions were left out, as far as it is shown. */
void graph_view_build(struct graph_view *view, const struct graph *g,
                      const struct graph_choice *choice);

#endif
