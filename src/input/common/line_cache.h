/* Frame lines met before. Most lines of stacks follow the line that they followed the last time, so
 * one comparison finds where a line ends and what frames it stands for. */
#ifndef INPUT_COMMON_LINE_CACHE_H
#define INPUT_COMMON_LINE_CACHE_H

#include "input/common/cache.h"
#include "input/common/text.h"

/* Only lines may be added that stand for the same frames wherever they are met. */
struct known {
    struct text *text; /* borrowed */
    struct cache cache;
    line_id before; /* the last line of the stack that is read */
};

void known_init(struct known *k, struct text *text);
void known_free(struct known *k);

/* The next line is the first of a stack. */
void known_begin(struct known *k);

/* Takes the line at text->lines.at when it is the one that came next the last time, and adds its
 * frames to the stack. False with *taken when a limit is reached. */
MUST_CHECK bool known_next(struct known *k, bool *taken);

/* The same for text that begins with a line, which is not taken from anywhere: n is its length, or
 * 0. */
MUST_CHECK bool known_next_of(struct known *k, struct str text, size_t *n);

/* The same for a line that was taken from the input, its newline included, wherever it stood. */
MUST_CHECK bool known_find(struct known *k, struct str whole, bool *taken);

/* Remembers a line whose frames are those of the stack from the given one on. */
void known_add(struct known *k, struct str whole, size_t from);

#endif
