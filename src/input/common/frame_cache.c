/* Frames by the text that stood for them. */
#include "input/common/frame_cache.h"

#include "base/mem.h"

void seen_init(struct seen *s)
{
    *s = (struct seen){0};
    names_init(&s->texts);
}

void seen_free(struct seen *s)
{
    names_free(&s->texts);
    mem_free(s->frames, s->room, sizeof *s->frames);
    *s = (struct seen){0};
}

frame_id *seen_frame(struct seen *s, struct str text)
{
    name_id at = names_add(&s->texts, text);

    s->frames = mem_grow(s->frames, &s->room, (size_t)at + 1, sizeof *s->frames);
    return &s->frames[at];
}
