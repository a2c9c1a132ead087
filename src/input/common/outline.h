/* Call trees printed as an indented outline: a row for each function, below its caller. */
#ifndef INPUT_COMMON_OUTLINE_H
#define INPUT_COMMON_OUTLINE_H

#include "input/common/text.h"

enum { OUTLINE_VALUES = 2 };

struct outline_row;

/* Owns its rows; borrows the text. The builder's stack is the path to the last row. */
struct outline {
    struct text *text;
    bool inclusive;   /* the values of a row include those of the rows below it */
    bool rounded;     /* values are rounded: a row may have less than the rows below it together */
    labels_id labels; /* for the rows being added */
    struct outline_row *rows;
    size_t n, room;
};

void outline_init(struct outline *o, struct text *text, bool inclusive);
void outline_free(struct outline *o);

/* Closes the open rows at this column and beyond (0: all), and adds their samples. False with a
 * fault when a limit is reached. */
MUST_CHECK bool outline_end(struct outline *o, size_t column);

/* Adds a row below the open rows; call outline_end first. `values` are as many as the format
 * measures; NULL: unknown, so the values of the rows below go to its caller. Frame 0: the row is no
 * function; its values go to its caller. */
MUST_CHECK bool outline_add(struct outline *o, size_t column, frame_id frame,
                            const uint64_t *values);

/* Returns the column of an open row, 0 for the outermost. */
size_t outline_column(const struct outline *o, size_t row);

#endif
