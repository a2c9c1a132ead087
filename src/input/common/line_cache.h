/* Recognises frame lines that were read before. A line is usually followed by the same line as last
 * time, so one comparison finds both its end and its frames. */
#ifndef INPUT_COMMON_LINE_CACHE_H
#define INPUT_COMMON_LINE_CACHE_H

#include "input/common/cache.h"
#include "input/common/text.h"

/* Only for lines that stand for the same frames wherever they occur. */
struct line_cache {
    struct text *text; /* borrowed */
    struct cache cache;
    line_id before; /* the last line of the current stack */
};

void line_cache_init(struct line_cache *k, struct text *text);
void line_cache_free(struct line_cache *k);

/* The next line begins a stack. */
void line_cache_begin(struct line_cache *k);

/* Takes the line at text->lines.at if it is the predicted one, and adds its frames to the stack.
 * False, with *taken set, when a limit is reached. */
MUST_CHECK bool line_cache_next(struct line_cache *k, bool *taken);

/* The same for text that the caller owns: n is the length of the line taken, or 0. */
MUST_CHECK bool line_cache_next_of(struct line_cache *k, struct str text, size_t *n);

/* The same for a line already taken from the input, including its newline, at any position. */
MUST_CHECK bool line_cache_find(struct line_cache *k, struct str whole, bool *taken);

/* Remembers a line; its frames are those of the stack from index `from` on. */
void line_cache_add(struct line_cache *k, struct str whole, size_t from);

#endif
