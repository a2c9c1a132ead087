/* The frames of a frame line, found by its text. */
#include "input/common/line_cache.h"

void line_cache_init(struct line_cache *k, struct text *text)
{
    *k = (struct line_cache){.text = text, .before = CACHE_START};
    cache_init(&k->cache);
}

void line_cache_free(struct line_cache *k)
{
    cache_free(&k->cache);
}

void line_cache_begin(struct line_cache *k)
{
    k->before = CACHE_START;
}

static bool push(struct line_cache *k, line_id id)
{
    const struct cached_line *line = cache_line(&k->cache, id);
    const frame_id *frames = cache_frames(&k->cache, line);

    for (uint32_t i = 0; i < line->n_frames; i++)
        if (!builder_push(&k->text->builder, frames[i]))
            return false;
    k->before = id;
    return true;
}

bool line_cache_next_of(struct line_cache *k, struct str text, size_t *n)
{
    line_id next = cache_predict(&k->cache, k->before, text.p, text.p + text.n);

    *n = next ? cache_line(&k->cache, next)->n : 0;
    return !next || push(k, next);
}

bool line_cache_next(struct line_cache *k, bool *taken)
{
    struct lines *l = &k->text->lines;
    size_t n;
    bool ok = line_cache_next_of(k, (struct str){l->at, (size_t)(l->end - l->at)}, &n);

    *taken = n != 0;
    if (n)
        lines_took(l, n);
    return ok;
}

bool line_cache_find(struct line_cache *k, struct str whole, bool *taken)
{
    line_id id = cache_find(&k->cache, whole);

    *taken = id != 0;
    if (!id)
        return true;
    cache_follow(&k->cache, k->before, id);
    return push(k, id);
}

void line_cache_add(struct line_cache *k, struct str whole, size_t from)
{
    const struct builder *b = &k->text->builder;
    line_id id = cache_add(&k->cache, whole, b->frames + from, b->n - from);

    /* When the cache began anew, the line before is no longer in it. */
    if (k->before < id)
        cache_follow(&k->cache, k->before, id);
    k->before = id;
}
