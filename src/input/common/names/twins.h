/* Tells functions of one name apart by the index that a report gives them. */
#ifndef INPUT_COMMON_NAMES_TWINS_H
#define INPUT_COMMON_NAMES_TWINS_H

#include "input/common/text.h"

struct twins_name {
    uint32_t n;     /* how many functions have it */
    frame_id first; /* of them */
};

/* The first index of a name is its first function, the next one its first twin (frame.twin). */
struct twins {
    struct text *text;
    struct pairs functions;   /* (name, index) */
    frame_id *frames;         /* by function */
    struct twins_name *names; /* by name */
    size_t frames_room, names_room;
};

void twins_init(struct twins *twins, struct text *text);
void twins_free(struct twins *twins);

/* Finds or adds the frame of a function, by its tidied name. Index 0 means the first of them. Fails
 * as builder_row. */
MUST_CHECK bool twins_frame(struct twins *twins, struct str name, uint32_t index, frame_id *frame);

#endif
