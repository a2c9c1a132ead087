/* One call graph of two profiles, with a measure for each. Functions that both have are merged. */
#ifndef MODEL_GRAPH_PAIR_H
#define MODEL_GRAPH_PAIR_H

#include "model/graph/graph.h"

/* The measures of such a graph. */
enum { GRAPH_AFTER, GRAPH_BEFORE };

/* Returns by frame the rows that merge the profile before into that after, as profile_merge_as
 * takes them: where graph_match finds the same function, with its name, module, file and twin
 * after, and its kind where that is not known before. Adds these to the names of `before`. The
 * caller frees frames.n rows. */
struct frame *graph_pair_frames(struct profile *before, const struct profile *after);

/* A graph and one of its measures. */
struct graph_part {
    const struct graph *g;
    size_t measure;
};

/* Joins two graphs, however they were built. The profile holds the functions of both, merged by
 * graph_pair_frames; of its two columns only scale and names are used. */
void graph_of_pair(struct graph *g, const struct profile *p, const struct graph_part *after,
                   const struct graph_part *before);

/* Gives both measures the same number of digits after the point. False when a sum would not fit
 * then. */
MUST_CHECK bool graph_pair_level(struct graph *g);

/* How much more the same work costs after than before: the median, over functions whose self value
 * is at least a thousandth, of self after to self before. Unlike the ratio of the sums, it does not
 * follow a single function that grows or shrinks. The ratio of the sums if no function has self
 * values on both sides; above 0, finite. */
double graph_pair_ratio(const struct graph_measure *after, const struct graph_measure *before,
                        uint32_t n_functions);

#endif
