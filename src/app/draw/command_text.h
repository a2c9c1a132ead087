/* What stands in a title for the command that was recorded. */
#ifndef APP_DRAW_COMMAND_TEXT_H
#define APP_DRAW_COMMAND_TEXT_H

#include "base/buf.h"
#include "base/str.h"

/* Appends a clean command in at most `cells` cells, its program and script in at most `kept` where
 * that can be. The options of its recorder go first; where the program and what it interprets would
 * stand far apart, the options between them, then folders; then the end is cut. */
void command_text_fit(struct str command, size_t cells, size_t kept, struct buf *to);

#endif
