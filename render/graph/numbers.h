/* Formats the numbers of a graph. */
#ifndef RENDER_GRAPH_NUMBERS_H
#define RENDER_GRAPH_NUMBERS_H

#include "render/graph/picture.h"

/* Append just a number: "12.34%", a share of totals or, with self, of self values; seconds in the
 * style's format, nothing unless the measure is a time; "1,234.5". */
void graph_percent(const struct graph_measure *m, uint64_t value, bool self, struct buf *to);
void graph_time(const struct graph_picture *picture, uint64_t value, struct buf *to);
void graph_count(const struct graph_measure *m, uint64_t value, struct buf *to);

/* Appends "1,234.5 samples", "1 sample". */
void graph_amount(const struct graph *g, const struct graph_measure *m, uint64_t value,
                  struct buf *to);

/* Writes "12.34%", in brackets if it is a self value. */
void graph_write_percent(struct sink *s, double share, bool self);

/* Whether numbers of the table have their unit with them: "1.23 ms". */
bool graph_is_scaled(const struct graph_picture *p, const struct graph_measure *m);

/* Seconds in a unit of the measure; 0 if it is no time. */
double graph_seconds_of(const struct graph_picture *p);

#endif
