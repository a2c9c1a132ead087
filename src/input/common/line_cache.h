/* Frame lines met before. Most lines of stacks follow the line that they followed the last time, so
 * one comparison finds where a line ends and what frames it stands for. */
#ifndef INPUT_COMMON_LINE_CACHE_H
#define INPUT_COMMON_LINE_CACHE_H

#include "input/common/cache.h"
#include "input/common/text.h"

/* Only lines may be added that stand for the same frames wherever they are met. */
struct line_cache {
    struct text *text; /* borrowed */
    struct cache cache;
    line_id before; /* the last line of the stack that is read */
};

void line_cache_init(struct line_cache *k, struct text *text);
void line_cache_free(struct line_cache *k);

/* The next line is the first of a stack. */
void line_cache_begin(struct line_cache *k);

/* Takes the line at text->lines.at when it is the one that came next the last time, and adds its
 * frames to the stack. False with *taken when a limit is reached. */
MUST_CHECK bool line_cache_next(struct line_cache *k, bool *taken);

/* The same for text that begins with a line, which is not taken from anywhere: n is its length, or
 * 0. */
MUST_CHECK bool line_cache_next_of(struct line_cache *k, struct str text, size_t *n);

/* The same for a line that was taken from the input, its newline included, wherever it stood. */
MUST_CHECK bool line_cache_find(struct line_cache *k, struct str whole, bool *taken);

/* Remembers a line whose frames are those of the stack from the given one on. */
void line_cache_add(struct line_cache *k, struct str whole, size_t from);

#endif
