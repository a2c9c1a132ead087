/* Caches the frame for each text, for readers whose frame texts are more than a name. */
#ifndef INPUT_COMMON_FRAME_CACHE_H
#define INPUT_COMMON_FRAME_CACHE_H

#include "model/frames.h"

/* Owns both; begin with frame_cache_init. */
struct frame_cache {
    struct names texts;
    frame_id *frames; /* by text; 0: none yet */
    size_t room;
};

void frame_cache_init(struct frame_cache *s);
void frame_cache_free(struct frame_cache *s);

/* Lends the cache entry of a text until the next call; it is 0 until the caller sets it. */
frame_id *frame_cache_frame(struct frame_cache *s, struct str text);

#endif
