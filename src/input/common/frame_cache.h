/* The frame that a text stood for before, for readers whose texts are more than a name. */
#ifndef INPUT_COMMON_FRAME_CACHE_H
#define INPUT_COMMON_FRAME_CACHE_H

#include "model/frames.h"

/* Owns both; begins with frame_cache_init. */
struct frame_cache {
    struct names texts;
    frame_id *frames; /* by text; 0: none yet */
    size_t room;
};

void frame_cache_init(struct frame_cache *s);
void frame_cache_free(struct frame_cache *s);

/* Lends the place of a text's frame until the next call; 0 stands there until the caller knows. */
frame_id *frame_cache_frame(struct frame_cache *s, struct str text);

#endif
