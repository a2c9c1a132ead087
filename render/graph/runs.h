/* The texts of a box that stands for functions that only pass calls on. */
#ifndef RENDER_GRAPH_RUNS_H
#define RENDER_GRAPH_RUNS_H

#include "render/graph/picture.h"

/* Appends "+ 9 calls". */
void graph_run_name(const struct graph_view *v, uint32_t run, struct buf *to);

/* Appends the first and the last name, shortened: "start_thread ... run"; once what is one name. */
void graph_run_ends(const struct graph_picture *p, uint32_t run, struct buf *to);

/* Appends "98.10% (0.12%)": what enters it, and what its functions hold by themselves. */
void graph_run_numbers(const struct graph_picture *p, uint32_t run, struct buf *to);

/* Appends "\n98.10% name" for each of its functions: share of the whole, full name. */
void graph_run_tip(const struct graph_view *v, uint32_t run, struct buf *to);

/* What its functions hold by themselves. */
uint64_t graph_run_self(const struct graph_view *v, uint32_t run);

#endif
