/* Adds source file and line to frames, as far as the user wants them. */
#ifndef INPUT_COMMON_NAMES_SOURCE_LINE_H
#define INPUT_COMMON_NAMES_SOURCE_LINE_H

#include "input/common/text.h"

/* Where a function is: line 0 and an empty file are not known. */
struct source_place {
    struct str file;
    uint64_t line;
};

/* Adds file and line to a named row if call graphs need them, else where it was seen, or makes the
 * name NAME:FILE:LINE if names should show them. `room` is the caller's scratch buffer. False with
 * a fault when a name is too long. */
MUST_CHECK bool source_line(struct text *t, struct buf *room, struct str file, uint64_t line,
                            struct frame *row);

/* Makes the row of a function that the tool prints with its place as one text: with naming.sources
 * it is named by that text, else by the function alone, with the place as source_line adds it.
 * False with a fault. */
MUST_CHECK bool source_line_printed(struct text *t, struct str whole, struct str function,
                                    const struct source_place *place, struct frame *row);

/* With naming.shown: makes of a row that source_line made what tidier_push makes for pictures, in a
 * reader that calls it where lines are not wanted. */
void source_line_show_pushed(struct text *t, struct str raw, struct frame *row);

/* Parses "work.c:13", or "work.c:13:19" with a column. */
bool source_line_read(struct str place, struct str *file, uint64_t *line);

/* Adds file and line to the last frame of the stack if names should show them; `hash` is the
 * builder's before that frame was pushed. Fails as source_line. */
MUST_CHECK bool source_line_of_last(struct text *t, struct buf *room, uint64_t hash,
                                    struct str file, uint64_t line);

/* Whether the name of the row is short enough to add the line, as every line makes another name. */
bool source_line_fits(const struct builder *b, const struct frame *row, struct str file);

/* Makes the name of a row with a line NAME:FILE:LINE (file without folders), or NAME:LINE if it has
 * no file. A name that would be too long is unchanged. Fails as source_line. */
MUST_CHECK bool source_line_name(struct builder *b, struct buf *room, struct str file,
                                 struct frame *row);

#endif
