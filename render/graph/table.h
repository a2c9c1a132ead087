/* What the text formats of call graphs share: cells of a grid. */
#ifndef RENDER_GRAPH_TABLE_H
#define RENDER_GRAPH_TABLE_H

#include "render/common/grid.h"
#include "render/graph/picture.h"

enum { GRAPH_TABLE_MODULE = 24 }; /* width of the module column if the terminal's width is known */

/* A text being written. */
struct graph_table {
    const struct graph_picture *p;
    struct sink *s;
    struct grid grid;
    struct buf clean, name;
};

/* What a value is a share of: for a self value the sum of self values, else the whole. */
uint64_t graph_table_base(const struct graph_measure *m, bool self);

/* Writes "1,234.5", or "1.23 ms" where the style is scaled. */
void graph_table_write_number(const struct graph_table *t, struct sink *s,
                              const struct graph_measure *m, uint64_t value);

/* Write the next cell: such a number, "12.34", a name, a module, nothing. */
void graph_table_amount(struct graph_table *t, uint64_t value);
void graph_table_percent(struct graph_table *t, uint64_t value, uint64_t whole);
void graph_table_name(struct graph_table *t, uint32_t function);
void graph_table_module(struct graph_table *t, uint32_t function);
void graph_table_nothing(struct graph_table *t);

/* Appends the name in the style's form, clean. */
void graph_table_add_name(struct graph_table *t, uint32_t function, struct buf *to);

/* Write three cells: the percentage before and after ("-" if it is a total of 0) and the difference
 * in points; or what --before compares, and the change. */
void graph_table_both(struct graph_table *t, uint64_t before, uint64_t after, bool self);

/* The difference of two shares as a sort key, the greatest difference first. */
uint64_t graph_table_difference(const struct graph_picture *p, uint64_t before, uint64_t after,
                                bool self);

/* A row and its sort key: the largest keys first, ties by the smallest number. */
struct graph_table_row {
    uint64_t key, then;
    uint32_t number;
};

void graph_table_sort(struct graph_table_row *rows, size_t n);

/* Writes "75,160 samples", which is 100 percent, for one profile or both. */
void graph_table_whole(struct graph_table *t);

/* Writes the reports of the picture; an exceeded limit is a fault. */
MUST_CHECK bool graph_table_reports(struct graph_table *t, struct fault *f);

#endif
