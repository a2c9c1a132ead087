/* Rows of numbers and text, aligned for a terminal. */
#ifndef RENDER_COMMON_GRID_H
#define RENDER_COMMON_GRID_H

#include "base/sink.h"
#include "render/common/text.h"

enum { GRID_COLUMNS_MOST = 10 };

struct grid_column {
    const char *head;
    bool text;            /* to the left; numbers are aligned at their points */
    bool used;            /* a cell of it is not empty; else it is not written */
    size_t before, after; /* most cells of a number up to its point and from it on; of a text: all
                             in before */
    size_t most;          /* cells of a text that is not cut; 0: any number */
};

/* Owns its cells. */
struct grid {
    struct grid_column columns[GRID_COLUMNS_MOST];
    size_t n_columns;
    struct sink cell; /* what is written here is the cell that comes next */
    struct buf text;
    size_t *ends; /* of cells in text, row by row */
    size_t n, ends_room;
    struct buf fitted;
};

/* Heads and kinds of the columns; borrows the heads. */
void grid_init(struct grid *g, const struct grid_column *columns, size_t n);
void grid_free(struct grid *g);

/* Ends the cell that was written to g->cell, clean text. Cells come row by row. */
void grid_next(struct grid *g);

/* The same for a cell of that clean text. */
void grid_text(struct grid *g, struct str clean);

size_t grid_rows(const struct grid *g);

/* Lets columns of text share what numbers leave of so many cells, the last ones up to `others` of
 * them and the first one the rest; 0: nothing is cut. */
void grid_fit(struct grid *g, size_t cells, size_t others);

void grid_write_head(struct grid *g, struct sink *s);

/* Writes the rows [from, to). */
void grid_write(struct grid *g, struct sink *s, size_t from, size_t to);

#endif
