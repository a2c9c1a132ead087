/* Aligns columns of numbers and text for a terminal. */
#ifndef RENDER_COMMON_GRID_H
#define RENDER_COMMON_GRID_H

#include "base/sink.h"
#include "render/common/text.h"

enum { GRID_COLUMNS_MOST = 10 };

struct grid_column {
    const char *head;
    bool text;            /* left-aligned; numbers are aligned at their points */
    bool whole;           /* text that grid_fit does not shorten */
    bool used;            /* some cell is not empty; unused columns are not written */
    unsigned spare;       /* grid_fit leaves the column out where there is no room, those with
                           * the greatest number first; 0: never */
    size_t before, after; /* the widest cell: of numbers, up to the point and from it on; of text,
                           * all in before */
    size_t most;          /* longer text is shortened to this width; 0: never */
};

/* Owns its cells. */
struct grid {
    struct grid_column columns[GRID_COLUMNS_MOST];
    size_t n_columns;
    struct sink cell; /* receives the text of the next cell */
    struct buf text;
    size_t *ends; /* of each cell in text, row by row */
    size_t n, ends_room;
    size_t n_left_out; /* columns, by grid_fit */
    struct buf fitted;
};

/* Sets the heads and kinds of the columns; borrows the heads. */
void grid_init(struct grid *g, const struct grid_column *columns, size_t n);
void grid_free(struct grid *g);

/* Ends the cell whose clean text was written to g->cell. Cells come row by row. */
void grid_next(struct grid *g);

/* Adds a cell of that clean text. */
void grid_text(struct grid *g, struct str clean);

size_t grid_rows(const struct grid *g);

/* Divides the width `cells` that numbers and whole texts leave among the other columns: the last
 * ones get up to `others` each, the first one the rest; 0: nothing is shortened. Where the first
 * would get fewer than 20, the last ones get 12 and then spare columns go. Long names lose their
 * middle. */
void grid_fit(struct grid *g, size_t cells, size_t others);

/* Writes "; --wide shows 2 more columns" if some are left out. */
void grid_write_left_out(const struct grid *g, struct sink *s);

void grid_write_head(struct grid *g, struct sink *s);

/* Writes the rows [from, to). */
void grid_write(struct grid *g, struct sink *s, size_t from, size_t to);

#endif
