/* The steps of choosing what a call graph shows; only for graph/choice.c, which
 * calls them; they call nothing of it. */
#ifndef MODEL_GRAPH_PARTS_H
#define MODEL_GRAPH_PARTS_H

#include <stdint.h>

struct graph_choice;
struct graph_view;

/* Writes all functions by their importance: first those with self time, and those where paths part
 * or meet. */
void graph_by_importance(const struct graph_view *view, uint32_t *order);

/* Keeps, of what is shown, at most so many functions: those that the view is to be around, those
 * that hold four fifths of all self cost, the hot path, which must be known, and, while there are
 * fewer than `fill`, those that matter most; of a graph that is not small, beside the hot path only
 * those with a share of `light`. Marks the others. */
void graph_keep_most(struct graph_view *view, const struct graph_choice *choice);

/* Keeps the heaviest calls, and of residual edges the heaviest, of a graph of at most so many
 * functions: three for each, at least 240. No function loses all calls to it. */
void graph_keep_heaviest_calls(struct graph_view *view, uint32_t functions);
void graph_keep_heaviest_residuals(struct graph_view *view, uint32_t functions);

/* Adds up what the others cost, with edges of at least the share `least`. */
void graph_add_others(struct graph_view *view, double least);

/* Finds the residual edges with at least the share `least`. */
void graph_add_residuals(struct graph_view *view, double least);

/* Keeps, of residual edges and those of the others, so few that they are at most a fifth of all
 * lines: first those to functions that no call leads to, then the heaviest. */
void graph_keep_few_dashed(struct graph_view *view);

/* Finds runs, when all that is shown and the hot path are known. */
void graph_find_runs(struct graph_view *view);

/* Finds the hot path among the shown functions. */
void graph_find_hot_path(struct graph_view *view);

#endif
