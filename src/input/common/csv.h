/* A row of comma separated values, cut into cells. */
#ifndef INPUT_COMMON_CSV_H
#define INPUT_COMMON_CSV_H

#include "base/buf.h"

/* Cells behind these are not looked at. */
enum { CSV_CELLS = 256 };

/* Owns plain alone. The cells borrow the line, or plain, until the next row. */
struct csv {
    char separator;
    size_t n;
    struct str cells[CSV_CELLS]; /* without quotes, or with blanks where there are none */
    struct buf plain;            /* cells in which a quote was doubled */
};

void csv_free(struct csv *c);

/* Splits a line into cells. False when a quote is not closed, or is closed before the cell ends;
 * the cells before that one are there. */
MUST_CHECK bool csv_split(struct csv *c, struct str line);

/* Returns the place of the first cell of that text, or CSV_CELLS. */
size_t csv_find(const struct csv *c, struct str text);

/* Lends the text of a cell, "" when the row is shorter. */
struct str csv_cell(const struct csv *c, size_t at);

/* Returns the separator of a header whose first cell is this text, quoted or not: a comma, a
 * semicolon or a tab. 0 when the header is another. */
char csv_separator(struct str header, struct str first);

#endif
