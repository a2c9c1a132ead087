/* Lines of call chains met lately, and what frames they stand for. Most lines follow the line that
 * they followed the last time, so that one comparison finds both where a line ends and its frames.
 */
#ifndef INPUT_PERF_CACHE_H
#define INPUT_PERF_CACHE_H

#include <stdint.h>

#include "model/frames.h"

/* Where a line stands in the cache's room, in units of CACHE_UNIT bytes. */
typedef uint32_t line_id;

/* One line beside the other, so that looking at one touches few places in memory. */
struct cached_line {
    line_id next;      /* what followed it the last time; 0: nothing */
    uint32_t n;        /* bytes of text, with the newline */
    uint32_t n_frames; /* 1: frame is it; else the first of them in the cache's frames */
    uint32_t frame;
    char text[];
};

enum { CACHE_UNIT = sizeof(struct cached_line) };

/* Lines without text, which are never predicted nor found, but something follows them. */
enum { CACHE_START, CACHE_UNKNOWN, CACHE_FIRST };

struct cache_slot;

/* Owns all of it. CACHE_START stands before the first line of every sample. When the
 * cache is full it begins anew: a line_id from CACHE_FIRST on is gone then. */
struct cache {
    struct cached_line *lines; /* units, of which a line takes several */
    size_t room;
    line_id end; /* of the last line */
    frame_id *frames;
    size_t n_frames, frames_room;
    struct cache_slot *slots; /* sets of 4, by hash */
    size_t n_slots;
    size_t n; /* lines */
};

void cache_init(struct cache *c);
void cache_free(struct cache *c);

/* Returns the line that came after `before` the last time when [at, end) begins with it, or 0. */
static inline line_id cache_predict(const struct cache *c, line_id before, const char *at,
                                    const char *end)
{
    line_id next = c->lines[before].next;
    const struct cached_line *line = &c->lines[next];

    if (line->n == 0 || line->n > (size_t)(end - at) || memcmp(line->text, at, line->n) != 0)
        return 0;
    return next;
}

/* Lends the frames of a line until the next cache_add. */
static inline const frame_id *cache_frames(const struct cache *c, const struct cached_line *line)
{
    return line->n_frames == 1 ? &line->frame : c->frames + line->frame;
}

/* Returns the line with this text, newline included, or 0. */
line_id cache_find(const struct cache *c, struct str text);

/* Adds a line that is not there and returns it; 0 when it is too long to be worth it. */
line_id cache_add(struct cache *c, struct str text, const frame_id *frames, size_t n);

#endif
