/* The frame that a text stood for before, for readers whose texts are more than a name. */
#ifndef INPUT_COMMON_FRAME_CACHE_H
#define INPUT_COMMON_FRAME_CACHE_H

#include "model/frames.h"

/* Owns both; begins with seen_init. */
struct seen {
    struct names texts;
    frame_id *frames; /* by text; 0: none yet */
    size_t room;
};

void seen_init(struct seen *s);
void seen_free(struct seen *s);

/* Lends the place of a text's frame until the next call; 0 stands there until the caller knows. */
frame_id *seen_frame(struct seen *s, struct str text);

#endif
