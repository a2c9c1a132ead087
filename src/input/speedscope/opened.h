/* Turns open and close events into stacks and their durations. */
#ifndef INPUT_SPEEDSCOPE_OPENED_H
#define INPUT_SPEEDSCOPE_OPENED_H

#include "input/speedscope/gathered.h"

struct opened_event {
    bool opens;
    uint32_t frame; /* its index */
    struct amount at;
    uint64_t line;
};

/* Owns the stack. */
struct opened {
    struct gathered *gathered; /* borrowed */
    struct opened_frame {
        uint32_t frame;
        stack_id stack;
    } * open;
    size_t n, room;
    struct amount now; /* everything before was added */
    bool began;        /* `now` is known */
};

void opened_free(struct opened *o);

/* Adds the time until the event; events come in order. Inconsistent ones are counted as bad and
 * repaired: one that goes back in time happens now; one that closes a frame also closes the frames
 * below it. False with a fault. */
MUST_CHECK bool opened_take(struct opened *o, const struct opened_event *event);

/* Closes what is open, at time `end` unless it is NULL, and prepares for another profile. */
MUST_CHECK bool opened_finish(struct opened *o, const struct amount *end, uint64_t line);

#endif
