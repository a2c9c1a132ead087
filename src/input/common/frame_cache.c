/* Caches frames by their text. */
#include "input/common/frame_cache.h"

#include "base/mem.h"

void frame_cache_init(struct frame_cache *s)
{
    *s = (struct frame_cache){0};
    names_init(&s->texts);
}

void frame_cache_free(struct frame_cache *s)
{
    names_free(&s->texts);
    mem_free(s->frames, s->room, sizeof *s->frames);
    *s = (struct frame_cache){0};
}

frame_id *frame_cache_frame(struct frame_cache *s, struct str text)
{
    name_id at = names_add(&s->texts, text);

    s->frames = mem_grow(s->frames, &s->room, (size_t)at + 1, sizeof *s->frames);
    return &s->frames[at];
}
