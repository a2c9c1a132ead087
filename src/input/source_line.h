/* Which line of the source a frame is of, kept as far as it is wanted. */
#ifndef INPUT_SOURCE_LINE_H
#define INPUT_SOURCE_LINE_H

#include "input/text.h"

/* Gives a row that has its name its file and line where call graphs tell places apart by them, and
 * where names are to have them makes it NAME:FILE:LINE. `room` is a buffer of the caller. False
 * with a fault when a name is too long. */
MUST_CHECK bool source_line(struct text *t, struct buf *room, struct str file, uint64_t line,
                            struct frame *row);

#endif
