/* Text for a window: bars, and what fits. */
#ifndef RENDER_COMMON_TERMINAL_TEXT_H
#define RENDER_COMMON_TERMINAL_TEXT_H

#include "base/sink.h"

/* Returns the width of bars in a terminal of that width; 0: none, since it is narrow or a file. */
size_t terminal_text_bar(size_t columns);

/* Returns the ink of a bar for a value with this share. */
enum ink terminal_text_ink(uint64_t value, uint64_t whole);

/* Writes "███▌    ", value / most of that many cells; without colours if the ink is plain. */
void terminal_text_write_bar(struct sink *s, uint64_t value, uint64_t most, size_t cells,
                             enum ink ink);

/* Writes how to see what a window has no room for, as a line of its own. */
void terminal_text_write_rest(struct sink *s, const char *format, bool coloured);

/* Writes a line, with breaks at spaces where it would have more cells than `columns`; 0: none. */
void terminal_text_write_wrapped(struct sink *s, struct str line, size_t columns);

/* Returns how many lines the text takes in a window of that width. */
size_t terminal_text_lines(struct str text, size_t columns);

#endif
