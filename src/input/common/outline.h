/* Call trees printed as an outline: a row a function, deeper than the row of its caller. */
#ifndef INPUT_COMMON_OUTLINE_H
#define INPUT_COMMON_OUTLINE_H

#include "input/common/text.h"

enum { OUTLINE_VALUES = 2 };

struct outline_row;

/* Owns its rows; borrows the text. The builder's stack is the path to the last row. */
struct outline {
    struct text *text;
    bool inclusive;   /* the values of a row hold those of the rows below it */
    bool rounded;     /* so that a row may have less than those below it together */
    labels_id labels; /* of the rows that are added */
    struct outline_row *rows;
    size_t n, room;
};

void outline_init(struct outline *o, struct text *text, bool inclusive);
void outline_free(struct outline *o);

/* Adds the samples of all rows that do not stand above a row at this column; 0: of all rows. False
 * with a fault when a limit is reached. */
MUST_CHECK bool outline_end(struct outline *o, size_t column);

/* Adds a row below the rows that are open; first call outline_end. The values are as many as the
 * format measures; NULL: they are not known, the values of the rows below are of its caller. Frame
 * 0: the row is no function, its values are those of its callees. */
MUST_CHECK bool outline_add(struct outline *o, size_t column, frame_id frame,
                            const uint64_t *values);

/* Returns the column of an open row, 0 for the outermost. */
size_t outline_column(const struct outline *o, size_t row);

#endif
