/* One call graph of two profiles, a measure for each: what is the same function in both, new, or
 * gone. */
#ifndef MODEL_GRAPH_PAIR_H
#define MODEL_GRAPH_PAIR_H

#include "model/graph/graph.h"

/* The measures of such a graph. */
enum { GRAPH_AFTER, GRAPH_BEFORE };

/* Returns the frames of a profile as another one has them: where a function is the same by
 * graph_match it has the name, module and file of the other, which are added to the profile.
 * By frame of the profile, as profile_merge_as takes them; free frames.n of them. */
struct frame *graph_pair_frames(struct profile *before, const struct profile *after);

/* A graph and the measure of it that is meant. */
struct graph_part {
    const struct graph *g;
    size_t measure;
};

/* Joins two graphs that each way of building may have made. The profile holds the functions of
 * both, merged by graph_pair_frames, and two columns that are not looked at but for their scale and
 * names. */
void graph_of_pair(struct graph *g, const struct profile *p, const struct graph_part *after,
                   const struct graph_part *before);

/* Gives both measures as many digits after the point. False when a sum would not fit then. */
MUST_CHECK bool graph_pair_level(struct graph *g);

/* What one profile costs of another where most of it did not change: the median, over the functions
 * that hold at least a thousandth by themselves, of what they hold after to what they held before.
 * A function that grows or shrinks does not move it, as it moves the ratio of the sums. That ratio
 * where no function holds something in both; above 0, finite. */
double graph_pair_ratio(const struct graph_measure *after, const struct graph_measure *before,
                        uint32_t n_functions);

#endif
