/* Lines of call chains met lately, and what frames they stand for. Most lines follow the line that
 * they followed the last time, so that one comparison finds both where a line ends and its frames.
 */
#ifndef INPUT_PERF_CACHE_H
#define INPUT_PERF_CACHE_H

#include <stdint.h>

#include "model/frames.h"

typedef uint32_t line_id;

struct cached_line {
    uint32_t text, n; /* in the cache's text, with the newline */
    uint32_t frame;   /* the first in the cache's frames */
    uint32_t n_frames;
    uint32_t hash;
    line_id next; /* what followed it the last time; 0: nothing */
};

/* Lines without text, which are never predicted nor found, but something follows them. */
enum { CACHE_START, CACHE_UNKNOWN, CACHE_FIRST };

/* Owns all of it. CACHE_START stands before the first line of every sample. When the
 * cache is full it begins anew: a line_id from CACHE_FIRST on is gone then. */
struct cache {
    char *text;
    size_t n_text, text_room;
    struct cached_line *lines;
    size_t lines_room;
    uint32_t n;
    frame_id *frames;
    size_t n_frames, frames_room;
    line_id *slots; /* sets of 4, by hash */
    size_t n_slots;
};

void cache_init(struct cache *c);
void cache_free(struct cache *c);

/* Returns the line that came after `before` the last time when [at, end) begins with it, or 0. */
static inline line_id cache_predict(const struct cache *c, line_id before, const char *at,
                                    const char *end)
{
    line_id next = c->lines[before].next;
    const struct cached_line *line = &c->lines[next];

    if (line->n == 0 || line->n > (size_t)(end - at) ||
        memcmp(c->text + line->text, at, line->n) != 0)
        return 0;
    return next;
}

/* Returns the line with this text, newline included, or 0. */
line_id cache_find(const struct cache *c, struct str text);

/* Adds a line that is not there and returns it; 0 when it is too long to be worth it. */
line_id cache_add(struct cache *c, struct str text, const frame_id *frames, size_t n);

#endif
