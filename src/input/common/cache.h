/* A cache of call chain lines and their frames. A line is usually followed by the same line as last
 * time, so one comparison finds both its end and its frames. */
#ifndef INPUT_COMMON_CACHE_H
#define INPUT_COMMON_CACHE_H

#include <stdint.h>

#include "model/frames.h"

/* The position of a line in the cache: the number of words before it. */
typedef uint32_t line_id;

/* All data of a line together, so that a look-up touches few cache lines. */
struct cached_line {
    struct {
        line_id line;  /* 0: none */
        uint32_t tag;  /* some of its text, to reject wrong guesses early */
    } next[2];         /* the lines that followed it most recently, the latest first */
    uint32_t n;        /* bytes of text, including the newline */
    uint32_t n_frames; /* 1: `frame` is it; else the first of them in the cache's frames */
    uint32_t frame;
    char text[];
};

enum { CACHE_HEAD = sizeof(struct cached_line) / sizeof(uint32_t) };

/* Lines without text: not found or predicted themselves, but lines can follow them. */
enum { CACHE_START, CACHE_UNKNOWN = CACHE_HEAD, CACHE_FIRST = 2 * CACHE_HEAD };

struct cache_slot;

/* What a look at a line tells. */
struct cache_look {
    size_t n;     /* bytes, including the newline */
    uint32_t tag; /* a hash of some of them */
};

enum { CACHE_AHEAD = 8 };

/* Owns everything. CACHE_START precedes the first line of every sample. A full cache is emptied:
 * then each line_id from CACHE_FIRST on is invalid. */
struct cache {
    struct cache_look ahead[CACHE_AHEAD]; /* lines that were looked at before their turn */
    size_t n_taken, n_ahead;              /* of them; n_taken of n_ahead had their turn */
    uint32_t *words;                      /* the lines, one after another */
    size_t room;
    line_id end; /* where the last line ends */
    frame_id *frames;
    size_t n_frames, frames_room;
    struct cache_slot *slots; /* sets of 4, by hash */
    size_t n_slots;
    size_t n; /* lines */
};

void cache_init(struct cache *c);
void cache_free(struct cache *c);

static inline struct cached_line *cache_line(const struct cache *c, line_id line)
{
    return (struct cached_line *)(c->words + line);
}

/* Some bytes of a line, from where addresses end. */
static inline uint32_t cache_tag(const char *at, const char *end)
{
    enum { FROM = 13 };
    uint32_t tag = 0;

    if ((size_t)(end - at) >= FROM + sizeof tag)
        memcpy(&tag, at + FROM, sizeof tag);
    return tag;
}

/* Returns the line that recently followed `before` if [at, end) begins with it; else 0. */
static inline line_id cache_predict(const struct cache *c, line_id before, const char *at,
                                    const char *end)
{
    const struct cached_line *b = cache_line(c, before);
    uint32_t tag = cache_tag(at, end);

    for (size_t i = 0; i < sizeof b->next / sizeof b->next[0]; i++) {
        const struct cached_line *line = cache_line(c, b->next[i].line);
        if (b->next[i].line && b->next[i].tag == tag && line->n <= (size_t)(end - at) &&
            memcmp(line->text, at, line->n) == 0)
            return b->next[i].line;
    }
    return 0;
}

/* Remembers that `line`, which has text, followed `before`. */
static inline void cache_follow(struct cache *c, line_id before, line_id line)
{
    struct cached_line *b = cache_line(c, before);
    const struct cached_line *l = cache_line(c, line);

    b->next[1] = b->next[0];
    b->next[0].line = line;
    b->next[0].tag = cache_tag(l->text, l->text + l->n);
}

/* Lends the frames of a line until the next cache_add. */
static inline const frame_id *cache_frames(const struct cache *c, const struct cached_line *line)
{
    return line->n_frames == 1 ? &line->frame : c->frames + line->frame;
}

/* Returns the line with this text, including the newline; else 0. */
line_id cache_find(const struct cache *c, struct str text);

/* The same for a line that was looked at. */
line_id cache_find_looked(const struct cache *c, struct str text, uint32_t tag);

/* Looks at the lines at `at`, up to a blank line, and prefetches their cache entries, so that their
 * memory accesses overlap. */
void cache_look_ahead(struct cache *c, const char *at, const char *end);

/* Looks at the line at `at`, which is not blank. Unless cache_forget_ahead is called, each line
 * that follows must be looked at or skipped. */
static inline struct cache_look cache_look(struct cache *c, const char *at, const char *end)
{
    if (c->n_taken == c->n_ahead)
        cache_look_ahead(c, at, end);
    return c->ahead[c->n_taken++];
}

/* Skips a line that needs no look. */
static inline void cache_skip(struct cache *c)
{
    c->n_taken += c->n_taken < c->n_ahead;
}

static inline void cache_forget_ahead(struct cache *c)
{
    c->n_taken = c->n_ahead = 0;
}

/* Adds a new line and returns it; 0 when it is too long to be worth it. */
line_id cache_add(struct cache *c, struct str text, const frame_id *frames, size_t n);

#endif
