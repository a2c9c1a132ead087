/* The numbers of a graph as text. */
#ifndef RENDER_GRAPH_NUMBERS_H
#define RENDER_GRAPH_NUMBERS_H

#include "render/graph/picture.h"

/* Append a number alone: "12.34%", a share of the totals or, self, of what functions have by
 * themselves; seconds as the style writes them, nothing where the measure is no time; "1,234.5". */
void graph_percent(const struct graph_measure *m, uint64_t value, bool self, struct buf *to);
void graph_time(const struct graph_picture *picture, uint64_t value, struct buf *to);
void graph_count(const struct graph_measure *m, uint64_t value, struct buf *to);

/* Appends "1,234.5 samples", "1 sample". */
void graph_amount(const struct graph *g, const struct graph_measure *m, uint64_t value,
                  struct buf *to);

/* Writes "12.34%", in brackets where it is of a function by itself. */
void graph_write_percent(struct sink *s, double share, bool self);

/* Seconds in a unit of the measure; 0 where it is no time. */
double graph_seconds_of(const struct graph_picture *p);

#endif
