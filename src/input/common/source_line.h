/* Which line of the source a frame is of, kept as far as it is wanted. */
#ifndef INPUT_COMMON_SOURCE_LINE_H
#define INPUT_COMMON_SOURCE_LINE_H

#include "input/common/text.h"

/* Gives a row that has its name its file and line where call graphs tell places apart by them, and
 * where names are to have them makes it NAME:FILE:LINE. `room` is a buffer of the caller. False
 * with a fault when a name is too long. */
MUST_CHECK bool source_line(struct text *t, struct buf *room, struct str file, uint64_t line,
                            struct frame *row);

/* Whether a name is short enough to get its line: each line makes another name. */
bool source_line_fits(struct str name, struct str file);

/* Makes the name of a row that has its line NAME:FILE:LINE, of its file without folders, or
 * NAME:LINE where that is "". What does not fit stays as it is. Fails as source_line. */
MUST_CHECK bool source_line_name(struct builder *b, struct buf *room, struct str file,
                                 struct frame *row);

#endif
