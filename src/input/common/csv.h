/* Splits a row of comma-separated values into cells. */
#ifndef INPUT_COMMON_CSV_H
#define INPUT_COMMON_CSV_H

#include "base/buf.h"

/* Further cells are ignored. */
enum { CSV_CELLS = 256 };

/* Owns `plain`. The cells borrow the line, or `plain`, until the next row. */
struct csv {
    char separator;
    size_t n;
    struct str cells[CSV_CELLS]; /* unquoted; unquoted cells keep their blanks */
    struct buf plain;            /* unescaped cells that had doubled quotes */
};

void csv_free(struct csv *c);

/* Splits a line into cells. False when a quote is not closed, or closes before the cell ends; the
 * cells before it are valid. */
MUST_CHECK bool csv_split(struct csv *c, struct str line);

/* Returns the index of the first cell with that text; CSV_CELLS: none. */
size_t csv_find(const struct csv *c, struct str text);

/* Lends the text of a cell; "" when the row is shorter. */
struct str csv_cell(const struct csv *c, size_t at);

/* Returns the separator (comma, semicolon or tab) of a header whose first cell is this text, quoted
 * or not; 0 when it is not such a header. */
char csv_separator(struct str header, struct str first);

#endif
